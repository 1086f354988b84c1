// What is kept of the closed-form encoder (graph/kept_stages.hpp). The trained one has checkpoints of its own.
#pragma once

#include "cgsd/detect/stages.hpp"
#include "cgsd/graph/kept_stages.hpp"

namespace cgsd {

inline void archive(RowArchive& to, TopologyView& view) {
  to.rows(view.coordinates);
  to.same(view.weights);
  to.same(view.values);
  to.same(view.beyond_bulk);
  to.same(view.clarity);
  to.same(view.unconfirmed);
  to.same(view.alone);
  to.same(view.decides);
  to.same(view.assortative);
  to.rows(view.basis.rows);
  to.same(view.basis.offset);
  to.same(view.basis.regulariser);
  to.same(view.basis.root_mean_square);
  to.same(view.basis.share);
}

inline void archive(RowArchive& to, StalkBlock& block) {
  to.same(block.map.metric);
  to.same(block.map.column_scale);
  to.same(block.map.mean);
  to.same(block.map.directions);
  to.same(block.map.blanks);
  to.rows(block.stalks);
  to.same(block.share);
  to.same(block.scale);
}

inline void archive(RowArchive& to, Diffusion& d, const RunContext&) {
  to.rows(d.embedding);
  to.same(d.blanks);
  to.same(d.candidates);
  to.same(d.chosen);
  to.same(d.signals);
  to.same(d.width);
  to.same(d.agreement);
  to.same(d.sign);
  to.same(d.overlap);
  archive(to, d.topology);
  std::uint64_t blocks = d.blocks.size();
  to.same(blocks);
  d.blocks.resize(blocks);
  for (StalkBlock& block : d.blocks) archive(to, block);
}

}  // namespace cgsd
