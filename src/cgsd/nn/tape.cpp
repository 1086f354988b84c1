#include "cgsd/nn/tape.hpp"

#include <algorithm>

namespace cgsd {

template <class T>
Var Tape<T>::add_leaf(const Matrix<T>& value, bool needs_gradient) {
  nodes_.push_back({.borrowed = &value, .needs_gradient = needs_gradient});
  return {nodes_.size() - 1};
}

template <class T>
Var Tape<T>::make(std::size_t rows, std::size_t cols, std::initializer_list<Var> inputs) {
  const bool needs = std::any_of(inputs.begin(), inputs.end(), [this](Var v) { return needs_gradient(v); });
  nodes_.push_back({.value = take(rows, cols), .needs_gradient = needs});
  return {nodes_.size() - 1};
}

template <class T>
void Tape<T>::backward(Var loss) {
  assert(value(loss).rows() == 1 && value(loss).cols() == 1);
  deposit(loss, [](Matrix<T>& gradient, bool) { gradient(0, 0) = T(1); });
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    run_.check_stop();
    if (nodes_[i].deposited && nodes_[i].flow) nodes_[i].flow();
  }
}

template <class T>
void Tape<T>::clear() {
  for (Node& node : nodes_) {
    if (!node.borrowed) give_back(std::move(node.value));
    if (node.deposited) give_back(std::move(node.gradient));
  }
  nodes_.clear();
}

template <class T>
Matrix<T> Tape<T>::take(std::size_t rows, std::size_t cols) {
  auto& shelf = spare_[{rows, cols}];
  if (shelf.empty()) return Matrix<T>(rows, cols);
  Matrix<T> matrix = std::move(shelf.back());
  shelf.pop_back();
  return matrix;
}

template <class T>
void Tape<T>::give_back(Matrix<T> matrix) {
  spare_[{matrix.rows(), matrix.cols()}].push_back(std::move(matrix));
}

template class Tape<float>;
template class Tape<double>;

}  // namespace cgsd
