// No options struct of the library has a field that its `describe` forgot: the command line, files, manifests and the
// validation would all pass it over. tests/checks/described_options.py sees to it that every struct stands here.
#include "tests/support/described_fields.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/attributes/randomised_svd.hpp"
#include "cgsd/closed_form/agc.hpp"
#include "cgsd/closed_form/attribute_kmeans.hpp"
#include "cgsd/closed_form/graph_spectral.hpp"
#include "cgsd/closed_form/knn_njw.hpp"
#include "cgsd/closed_form/sagsc.hpp"
#include "cgsd/closed_form/ssgc.hpp"
#include "cgsd/clustering/kmeans.hpp"
#include "cgsd/curvature/curvature.hpp"
#include "cgsd/detect/detect.hpp"
#include "cgsd/detect/detection_model.hpp"
#include "cgsd/detect/methods.hpp"
#include "cgsd/detect/stability.hpp"
#include "cgsd/diffusion/diffusion.hpp"
#include "cgsd/diffusion/topology_view.hpp"
#include "cgsd/graph/builder.hpp"
#include "cgsd/graph/generators.hpp"
#include "cgsd/io/store/dataset_store.hpp"
#include "cgsd/io/store/download.hpp"
#include "cgsd/learned/cca_ssg.hpp"
#include "cgsd/learned/dgi.hpp"
#include "cgsd/learned/dmon.hpp"
#include "cgsd/learned/grace.hpp"
#include "cgsd/learned/graphmae.hpp"
#include "cgsd/learned/mincut.hpp"
#include "cgsd/learned/ns4gc.hpp"
#include "cgsd/learned/vgraph.hpp"
#include "cgsd/levels/levels.hpp"
#include "cgsd/modularity/leiden.hpp"
#include "cgsd/modularity/louvain.hpp"
#include "cgsd/neighbours/knn_graph.hpp"
#include "cgsd/nn/adam.hpp"
#include "cgsd/spectral/affinity.hpp"
#include "cgsd/spectral/eigenpairs.hpp"
#include "cgsd/spectral/truncated_svd.hpp"
#include "cgsd/stats/friedman.hpp"
#include "cgsd/stats/t_test.hpp"
#include "cgsd/stats/wilcoxon.hpp"
#include "cgsd/trained/sheaf_diffusion.hpp"
#include "cgsd/trained/train.hpp"

namespace cgsd {
namespace {

using testing::count_fields;
using ::testing::ElementsAre;
using testing::forgotten_fields;
using ::testing::IsEmpty;

enum class Colour { red };
constexpr auto enum_names(Colour) { return std::array{EnumName<Colour>{Colour::red, "red"}}; }

struct Inner {
  int first = 1;
  int second = 2;
};
inline void describe(OptionVisitor& v, Inner& o) { v.number("second", o.second, {}, "first is forgotten"); }

struct Forgetful {
  bool flag = false;
  bool forgotten_flag = false;
  double number = 1.0;
  Inner inner;
  std::string text;
  Inner forgotten_inner;
  Colour colour = Colour::red;
  std::vector<int> forgotten_list;
};
inline void describe(OptionVisitor& v, Forgetful& o) {
  v.flag("flag", o.flag, "");
  v.number("number", o.number, {}, "");
  v.group("inner", o.inner);
  v.text("text", o.text, "");
  v.choice("colour", o.colour, "");
}

struct Derived {
  Inner inner;
};
inline void describe(OptionVisitor& v, Derived& o) { v.group("inner", o.inner, {"second"}); }

TEST(DescribedFields, AreCountedWithANestedStructAsOne) {
  EXPECT_EQ(count_fields<Inner>(), 2u);
  EXPECT_EQ(count_fields<Derived>(), 1u);
  EXPECT_EQ(count_fields<Forgetful>(), 8u);
}

TEST(DescribedFields, NameTheForgottenOnes) {
  EXPECT_THAT(forgotten_fields<Inner>(), ElementsAre(0u));
  EXPECT_THAT(forgotten_fields<Forgetful>(), ElementsAre(1u, 5u, 7u));
}

TEST(DescribedFields, IncludeAStructAllOfWhoseOptionsAreDecidedOutside) {
  EXPECT_THAT(forgotten_fields<Derived>(), ElementsAre(0u));
}

template <class Options>
class DescribedOptions : public ::testing::Test {};

using AllOptions =
    ::testing::Types<AdamOptions, AgcOptions, AttributeKmeansOptions, BuildOptions, CcaSsgOptions,
                     CurvatureAffinityOptions, CurvatureOptions, DetectOptions, DgiOptions, DiffusionOptions,
                     DmonOptions, EncoderOptions, FetchOptions, FriedmanOptions, GraceOptions, GraphSpectralOptions,
                     GraphmaeOptions, KmeansOptions, KnnNjwOptions, KnnOptions, LeidenOptions, LevelOptions,
                     LouvainOptions, MincutOptions, NemenyiOptions, Ns4gcOptions, PlacementRules, PlainKmeansOptions,
                     RandomisedSvdOptions, AffinityChoice, SagscOptions, SbmOptions, SelfTuningOptions, SheafOptions,
                     SmoothedOptions, SpectralOptions, SpectrumOptions, SsgcOptions, StabilityOptions, SvdOptions,
                     TTestOptions, TopologyOptions, TrainedOptions, TransferOptions, VgraphOptions, WilcoxonOptions>;
TYPED_TEST_SUITE(DescribedOptions, AllOptions);

TYPED_TEST(DescribedOptions, ForgetNoField) { EXPECT_THAT(forgotten_fields<TypeParam>(), IsEmpty()); }

// The sign has no description of its own: the rules describe its values one by one. Field 4, `confirmed`, is part of the
// overlap before there is a model; a placement does not read it.
TEST(DescribedOptions, OfPlacementForgetNoNumberOfTheSignThatItReads) {
  PlacementRules rules;
  EXPECT_THAT(forgotten_fields(rules.sign, list_options(rules)), ElementsAre(4u));
}

}  // namespace
}  // namespace cgsd
