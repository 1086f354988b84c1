// Reverse-mode differentiation of matrix-level operations: what is computed is recorded, then run backwards.
//
//   Tape<float> tape(run);
//   auto w = tape.parameter(weights);                 // refers to the matrix, which must outlive the record
//   auto loss = frobenius_norm(tape, relu(tape, product(tape, x, w)));
//   tape.backward(loss);                              // tape.gradient(w) = ∂loss/∂w
//   tape.clear();                                     // forget the record, keep the memory for the next epoch
//
// An operation makes a result with `make`, fills its value, and defines with `on_backward` how its gradient flows to
// its inputs. Gradients are deposited: the first deposit overwrites, later ones add, so nothing is ever cleared to
// zero.
// Promises: operations are cut into fixed blocks, so values and gradients have the same bits at any number of threads.
#pragma once

#include <cassert>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"

namespace cgsd {

struct Var {
  std::size_t index;
};

template <class T>
class Tape {
 public:
  explicit Tape(const RunContext& run) : run_(run) {}
  const RunContext& run() const { return run_; }

  Var parameter(const Matrix<T>& value) { return add_leaf(value, true); }
  Var constant(const Matrix<T>& value) { return add_leaf(value, false); }
  // A result of an operation, its value not yet filled. It needs a gradient if one of its inputs does.
  Var make(std::size_t rows, std::size_t cols, std::initializer_list<Var> inputs);
  void on_backward(Var of, std::function<void()>&& flow) { nodes_[of.index].flow = std::move(flow); }

  const Matrix<T>& value(Var v) const {
    return nodes_[v.index].borrowed ? *nodes_[v.index].borrowed : nodes_[v.index].value;
  }
  Matrix<T>& result(Var v) { return nodes_[v.index].value; }
  bool needs_gradient(Var v) const { return nodes_[v.index].needs_gradient; }
  const Matrix<T>& gradient(Var v) const {
    assert(nodes_[v.index].deposited);
    return nodes_[v.index].gradient;
  }
  bool reached(Var v) const { return nodes_[v.index].deposited; }  // did `backward` bring a gradient here?

  // Hands write(gradient, fresh) the gradient of v to write (fresh) or to add to (not fresh), if v needs one.
  template <class Write>
  void deposit(Var v, Write&& write) {
    Node& node = nodes_[v.index];
    if (!node.needs_gradient) return;
    const bool fresh = !node.deposited;
    if (fresh) node.gradient = take(value(v).rows(), value(v).cols());
    node.deposited = true;
    write(node.gradient, fresh);
  }

  // `loss` is 1 × 1; its gradient is 1.
  void backward(Var loss);
  void clear();

  // Scratch memory of this shape, uninitialised in the sense that it holds anything; give it back for reuse.
  Matrix<T> take(std::size_t rows, std::size_t cols);
  void give_back(Matrix<T> matrix);

 private:
  struct Node {
    const Matrix<T>* borrowed = nullptr;
    Matrix<T> value{};
    Matrix<T> gradient{};
    std::function<void()> flow{};
    bool needs_gradient = false;
    bool deposited = false;
  };

  Var add_leaf(const Matrix<T>& value, bool needs_gradient);

  const RunContext& run_;
  std::deque<Node> nodes_;  // grows without moving: operations keep references while they run
  std::map<std::pair<std::size_t, std::size_t>, std::vector<Matrix<T>>> spare_;
};

}  // namespace cgsd
