// Scratch memory for the blocks of a parallel loop: as many objects as there are blocks at work at one time, each made
// once and used again.
//
//   ScratchPool<Counts> pool([&] { return Counts(n); });
//   parallel_for(run, n, 4096, [&](std::size_t begin, std::size_t end) { const auto counts = pool.lend(); counts->… });
//
// A block must leave the object as it found it: which block had it before depends on the threads.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace cgsd {

template <class T>
class ScratchPool {
 public:
  explicit ScratchPool(std::function<T()> make) : make_(std::move(make)) {}

  class Lease {
   public:
    Lease(ScratchPool& pool, std::unique_ptr<T> object) : pool_(pool), object_(std::move(object)) {}
    ~Lease() { pool_.take_back(std::move(object_)); }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    T& operator*() const { return *object_; }
    T* operator->() const { return object_.get(); }

   private:
    ScratchPool& pool_;
    std::unique_ptr<T> object_;
  };

  Lease lend() {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        auto object = std::move(idle_.back());
        idle_.pop_back();
        return Lease(*this, std::move(object));
      }
    }
    return Lease(*this, std::make_unique<T>(make_()));
  }

 private:
  void take_back(std::unique_ptr<T> object) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(object));
  }

  std::function<T()> make_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> idle_;
};

}  // namespace cgsd
