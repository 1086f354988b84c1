#include "cgsd/graph/attributed_graph.hpp"

#include <type_traits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

static_assert(std::is_trivially_copyable_v<SparseView>);
static_assert(std::is_trivially_copyable_v<AttributesView>);
static_assert(std::is_trivially_copyable_v<AttributedGraphView>);
static_assert(!std::is_convertible_v<AttributesView, Attributes>, "a copy is asked for by name");

// Three rows of four columns: (0 5 0 6), nothing, (7 0 0 0); one of the stored numbers is a zero.
struct SparseArrays {
  std::vector<std::uint64_t> offsets = {0, 2, 2, 4};
  std::vector<std::uint32_t> columns = {1, 3, 0, 2};
  std::vector<float> values = {5, 6, 7, 0};

  SparseView view() const { return {4, offsets, columns, values}; }
};

TEST(AttributesView, AreNoneUnlessToldOtherwise) {
  const AttributesView none;
  EXPECT_TRUE(none.none());
  EXPECT_FALSE(none.is_sparse());
  EXPECT_EQ(none.rows(), 0u);
  EXPECT_EQ(none.cols(), 0u);
  EXPECT_EQ(none.nonzeros(), 0u);
  EXPECT_TRUE(AttributesView(Attributes()).none());
}

TEST(AttributesView, ReadTheCallersMatrix) {
  const std::vector<float> numbers = {1, 0, 3, 0, 5, 6};
  const AttributesView view = MatrixView<float>(2, 3, numbers);
  EXPECT_FALSE(view.none());
  EXPECT_FALSE(view.is_sparse());
  EXPECT_EQ(view.rows(), 2u);
  EXPECT_EQ(view.cols(), 3u);
  EXPECT_EQ(view.nonzeros(), 4u);
  EXPECT_EQ(view.dense().data(), numbers.data());
  EXPECT_THAT(view.values(), ElementsAreArray(numbers));
}

TEST(AttributesView, ReadTheCallersSparseRows) {
  const SparseArrays arrays;
  const AttributesView view = arrays.view();
  EXPECT_FALSE(view.none());
  EXPECT_TRUE(view.is_sparse());
  EXPECT_EQ(view.rows(), 3u);
  EXPECT_EQ(view.cols(), 4u);
  EXPECT_EQ(view.nonzeros(), 3u) << "a zero that is stored is a zero";
  EXPECT_EQ(view.sparse().offsets.data(), arrays.offsets.data());
  EXPECT_EQ(view.sparse().columns.data(), arrays.columns.data());
  EXPECT_EQ(view.sparse().values.data(), arrays.values.data());
}

TEST(AttributesView, OfAnOwnerShowTheOwnersNumbers) {
  const Attributes dense = Matrix<float>(2, 2, {1, 2, 0, 4});
  const Attributes sparse = to_sparse(dense.dense());
  EXPECT_EQ(AttributesView(dense).dense().data(), dense.dense().data());
  EXPECT_EQ(AttributesView(sparse).sparse().values.data(), sparse.sparse().values.data());
  for (const Attributes& owner : {dense, sparse}) {
    const AttributesView view = owner;
    EXPECT_EQ(view.is_sparse(), owner.is_sparse());
    EXPECT_EQ(view.rows(), owner.rows());
    EXPECT_EQ(view.cols(), owner.cols());
    EXPECT_EQ(view.nonzeros(), 3u);
    EXPECT_EQ(Attributes(view), owner);
  }
}

TEST(Attributes, OfAViewAreACopy) {
  SparseArrays arrays;
  const Attributes copy(arrays.view());
  arrays.values[0] = 50;
  EXPECT_EQ(copy.sparse(), (SparseRows{4, {0, 2, 2, 4}, {1, 3, 0, 2}, {5, 6, 7, 0}}));
}

TEST(AttributedGraphView, OfAnOwnerShowsBothParts) {
  const AttributedGraph owner{testing::path_graph(3), Matrix<float>(3, 1, {1, 2, 3})};
  const AttributedGraphView view = owner;
  EXPECT_EQ(view.graph.targets().data(), owner.graph.targets().data());
  EXPECT_EQ(view.attributes.dense().data(), owner.attributes.dense().data());
}

TEST(ToSparse, AndBackKeepsTheNumbers) {
  const Matrix<float> dense = to_dense(SparseArrays().view());
  EXPECT_EQ(dense, Matrix<float>(3, 4, {0, 5, 0, 6, 0, 0, 0, 0, 7, 0, 0, 0}));
  EXPECT_EQ(to_sparse(dense), (SparseRows{4, {0, 2, 2, 3}, {1, 3, 0}, {5, 6, 7}}));
}

// Two numbers of ten are a fifth: not under it, so dense. One of ten is.
TEST(SmallerForm, IsSparseIfUnderAFifthDiffersFromZero) {
  Attributes room;
  Matrix<float> numbers(1, 10);
  numbers(0, 3) = 1;
  EXPECT_TRUE(in_smaller_form(numbers, room).is_sparse());
  EXPECT_EQ(room.sparse(), to_sparse(numbers));
  EXPECT_TRUE(in_smaller_form(to_sparse(numbers), room).is_sparse());
  numbers(0, 4) = 1;
  EXPECT_FALSE(in_smaller_form(numbers, room).is_sparse());
  EXPECT_FALSE(in_smaller_form(to_sparse(numbers), room).is_sparse());
  EXPECT_EQ(room.dense(), numbers);
  EXPECT_TRUE(in_smaller_form(AttributesView(), room).none());
}

TEST(SmallerForm, CopiesOnlyWhatChangesItsForm) {
  const Matrix<float> full(2, 2, {1, 2, 3, 4});
  Attributes room;
  EXPECT_EQ(in_smaller_form(full, room).dense().data(), full.data());
  EXPECT_TRUE(room.none());
  const SparseRows as_rows = to_sparse(full);
  const AttributesView changed = in_smaller_form(as_rows, room);
  EXPECT_EQ(room.dense(), full);
  EXPECT_EQ(changed.dense().data(), room.dense().data());
}

}  // namespace
}  // namespace cgsd
