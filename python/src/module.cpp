// cgsd._core. The Python files beside it turn what users have into these calls; nobody else calls them.
#include "python/src/call.hpp"
#include "python/src/casters.hpp"
#include "python/src/figures.hpp"
#include "python/src/levels.hpp"
#include "python/src/model.hpp"
#include "python/src/run.hpp"
#include "python/src/tables.hpp"

namespace cgsd::python {
namespace {

using nb::literals::operator""_a;
using OptionalWeights = std::optional<Vector<double>>;

nb::object attribute_arrays(nb::handle_t<Data> self) {
  const AttributesView x = nb::cast<const Data&>(self).attributes();
  if (x.none()) return nb::none();
  if (!x.is_sparse()) return nb::cast(shown(x.dense(), self));
  const SparseView s = x.sparse();
  return nb::make_tuple(shown(s.offsets, self), shown(s.columns, self), shown(s.values, self), s.cols);
}

nb::object labels_of(nb::handle_t<Data> self) {
  const Labels& labels = nb::cast<const Data&>(self).beside().labels;
  if (labels.none()) return nb::none();
  return nb::make_tuple(shown(std::span<const std::int32_t>(labels.class_of), self), labels.class_names);
}

nb::object names_of_nodes(const Data& data) {
  const NodeNames& names = data.beside().names;
  if (names.none()) return nb::none();
  nb::list list;
  for (NodeId v = 0; v < names.size(); ++v) list.append(nb::str(names.view(v).data(), names.view(v).size()));
  return list;
}

// Where the numbers lie, so that tests can tell a view from a copy.
nb::dict addresses(const Data& data) {
  const auto number = [](const void* p) { return reinterpret_cast<std::uintptr_t>(p); };
  nb::dict places;
  places["targets"] = number(data.graph().targets().data());
  places["weights"] = number(data.graph().weights().data());
  places["attributes"] = number(data.attributes().none() ? nullptr : data.attributes().values().data());
  return places;
}

void bind_reading(nb::module_& m) {
  nb::class_<Data::Reading>(m, "Reading")
      .def(nb::init<>())
      .def_rw("nodes", &Data::Reading::nodes)
      .def_rw("directed", &Data::Reading::directed)
      .def_rw("keep_directed", &Data::Reading::keep_directed)
      .def_rw("binary", &Data::Reading::binary)
      .def_rw("threads", &Data::Reading::threads);
  nb::class_<Data::Table>(m, "Table")
      .def(nb::init<>())
      .def_rw("columns", &Data::Table::columns)
      .def_rw("only", &Data::Table::only)
      .def_rw("ignore", &Data::Table::ignore)
      .def_rw("kinds", &Data::Table::kinds)
      .def_rw("contained", &Data::Table::contained);
}

void bind_what_is_known(nb::class_<Data>& data) {
  data.def_rw("name", &Data::name)
      .def_rw("format", &Data::format)
      .def_prop_ro("nodes", &Data::nodes)
      .def_prop_ro("edges", [](const Data& d) { return d.graph().edges(); })
      .def_prop_ro("directed", [](const Data& d) { return d.graph().directed(); })
      .def_prop_ro("weighted", [](const Data& d) { return d.graph().weighted(); })
      .def_prop_ro("width", [](const Data& d) { return d.attributes().cols(); })
      .def_prop_ro("account", [](const Data& d) { return d.beside().account; })
      .def_prop_ro("attribute_names", [](const Data& d) { return d.beside().attribute_names; })
      .def_prop_ro("borrows_graph", &Data::borrows_graph)
      .def_prop_ro("borrows_attributes", &Data::borrows_attributes)
      .def("addresses", &addresses)
      .def("names", &names_of_nodes)
      .def("labels", &labels_of)
      .def("attribute_arrays", &attribute_arrays)
      .def("edge_arrays", &edge_arrays);
}

void bind_data(nb::module_& m) {
  nb::class_<Data> data(m, "Data");
  bind_what_is_known(data);
  data.def(nb::init<>())
      .def(
          "set_edges",
          [](Data& d, const Vector<std::int64_t>& sources, const Vector<std::int64_t>& targets,
             const OptionalWeights& weights, const Data::Reading& r) {
            d.set_edges({sources, targets, weights}, r);
          },
          "sources"_a.noconvert(), "targets"_a.noconvert(), "weights"_a.noconvert().none(), "reading"_a)
      .def(
          "set_rows",
          [](Data& d, const Vector<std::int64_t>& offsets, const Vector<std::int32_t>& targets,
             const OptionalWeights& weights, const Data::Reading& r) {
            d.set_rows({offsets, targets, weights}, r);
          },
          "offsets"_a.noconvert(), "targets"_a.noconvert(), "weights"_a.noconvert().none(), "reading"_a)
      .def("set_dense", &Data::set_dense, "values"_a.noconvert())
      .def(
          "set_sparse",
          [](Data& d, const Vector<std::int64_t>& offsets, const Vector<std::int32_t>& columns,
             const Vector<float>& values, std::size_t width) {
            d.set_sparse({offsets, columns, values, width});
          },
          "offsets"_a.noconvert(), "columns"_a.noconvert(), "values"_a.noconvert(), "width"_a)
      .def("set_table", &Data::set_table, "table"_a, "threads"_a)
      .def("set_names", &Data::set_names, "names"_a)
      .def("set_labels", &Data::set_labels, "class_of"_a.noconvert(), "class_names"_a)
      .def("set_attribute_names", &Data::set_attribute_names, "names"_a)
      .def("scale_weights", &Data::scale_weights, "scale"_a, "threads"_a)
      .def("tell", &Data::tell, "clause"_a);
}

void bind_request(nb::module_& m) {
  nb::class_<Request>(m, "Request")
      .def(nb::init<>())
      .def_rw("method", &Request::method)
      .def_rw("communities", &Request::communities)
      .def_rw("seed", &Request::seed)
      .def_rw("threads", &Request::threads)
      .def_rw("options", &Request::options)
      .def_rw("use_weights", &Request::use_weights)
      .def_rw("stability", &Request::stability)
      .def_rw("levels", &Request::levels)
      .def_rw("max_size", &Request::max_size)
      .def_rw("min_size", &Request::min_size)
      .def_rw("previous", &Request::previous)
      .def_rw("previous_ids", &Request::previous_ids)
      .def_rw("previous_name", &Request::previous_name)
      .def_rw("account", &Request::account)
      .def_rw("progress", &Request::progress, nb::arg("progress").none())
      .def("wants_directed", [](const Request& r) { return wants_directed(r); });
}

template <class T>
nb::object shown_or_none(const std::vector<T>& values, nb::handle owner) {
  if (values.empty()) return nb::none();
  return nb::cast(shown(std::span<const T>(values), owner));
}

nb::object embedding_of_run(nb::handle_t<Run> self) {
  const Matrix<float>& z = nb::cast<const Run&>(self).result().coordinates();
  if (z.cols() == 0) return nb::none();
  return nb::cast(shown(MatrixView<float>(z), self));
}

void bind_run(nb::module_& m) {
  nb::class_<Run>(m, "Run")
      .def(nb::init<std::shared_ptr<const Data>, const Request&>(), "data"_a, "request"_a)
      .def_prop_ro("membership",
                   [](nb::handle_t<Run> self) { return shown_or_none(nb::cast<const Run&>(self).ids(), self); })
      .def_prop_ro("second_choice",
                   [](nb::handle_t<Run> self) { return shown_or_none(nb::cast<const Run&>(self).other_ids(), self); })
      .def_prop_ro("confidence",
                   [](nb::handle_t<Run> self) {
                     return shown_or_none(nb::cast<const Run&>(self).summary().confidence.own, self);
                   })
      .def_prop_ro("stability",
                   [](nb::handle_t<Run> self) {
                     const Summary& s = nb::cast<const Run&>(self).summary();
                     return s.stability ? shown_or_none(s.stability->node, self) : nb::none();
                   })
      .def_prop_ro("embedding", &embedding_of_run)
      .def_prop_ro("communities", [](const Run& r) { return r.result().partition.communities; })
      .def_prop_ro("warnings", [](const Run& r) { return r.summary().warnings; })
      .def_prop_ro("explanation", [](const Run& r) { return r.summary().explanation(); })
      .def_prop_ro("levels", [](const Run& r) { return r.summary().levels ? r.summary().levels->levels : 0; })
      .def_prop_ro("found_level", [](const Run& r) { return r.summary().levels ? r.summary().levels->found_level : 0; })
      .def("nested",
           [](const Run& r) { return r.summary().levels ? nested_communities(*r.summary().levels) : nb::list(); })
      .def(
          "ids_at", [](const Run& r, std::int32_t level) { return ids_at(r.summary().levels.value(), level); },
          "level"_a)
      .def("explanation_json", &Run::explanation_json, "node"_a)
      .def("explanation_text", &Run::explanation_text, "node"_a, "width"_a)
      .def("text", &Run::text, "width"_a, "verbose"_a, "colour"_a)
      .def("json", &Run::json)
      .def("write_report", &Run::write_report, "file"_a)
      .def("write", &Run::write, "directory"_a, "embedding"_a)
      .def("edge_arrays", [](const Run& r) { return edge_arrays(r.data()); })
      .def("why_no_model", &Run::why_no_model);
}

nb::tuple placed(const Model& model, const Newcomers& nodes, int threads) {
  Placement p = model.place(nodes, threads);
  return nb::make_tuple(given_away(std::move(p.community)), given_away(std::move(p.confidence)));
}

void bind_model(nb::module_& m) {
  nb::class_<Newcomers>(m, "Newcomers")
      .def(nb::init<>())
      .def_rw("count", &Newcomers::count)
      .def_rw("table", &Newcomers::table)
      .def(
          "set_dense", [](Newcomers& n, const Rows<float>& values) { n.dense = values; }, "values"_a.noconvert())
      .def(
          "set_sparse",
          [](Newcomers& n, const Vector<std::int64_t>& offsets, const Vector<std::int32_t>& columns,
             const Vector<float>& values, std::size_t width) {
            n.sparse = Data::SparseArrays{offsets, columns, values, width};
          },
          "offsets"_a.noconvert(), "columns"_a.noconvert(), "values"_a.noconvert(), "width"_a)
      .def(
          "set_edges",
          [](Newcomers& n, const Vector<std::int64_t>& sources, const Vector<std::int64_t>& targets,
             const OptionalWeights& weights) {
            n.sources = sources;
            n.targets = targets;
            n.weights = weights;
          },
          "sources"_a.noconvert(), "targets"_a.noconvert(), "weights"_a.noconvert().none());
  nb::class_<Model>(m, "Model")
      .def(nb::init<const Run&, int>(), "run"_a, "threads"_a)
      .def(nb::init<const std::string&>(), "file"_a)
      .def("save", &Model::save, "file"_a)
      .def_prop_ro("nodes", &Model::nodes)
      .def_prop_ro("attributes", &Model::attributes)
      .def_prop_ro("reads_table", &Model::reads_table)
      .def("names", &Model::names)
      .def("place", &placed, "nodes"_a, "threads"_a);
}

void bind_files(nb::module_& m) {
  nb::class_<FileRequest>(m, "FileRequest")
      .def(nb::init<>())
      .def_rw("graph", &FileRequest::graph)
      .def_rw("attributes", &FileRequest::attributes)
      .def_rw("labels", &FileRequest::labels)
      .def_rw("directory", &FileRequest::directory)
      .def_rw("format", &FileRequest::format)
      .def_rw("directed", &FileRequest::directed)
      .def_rw("binary", &FileRequest::binary)
      .def_rw("only", &FileRequest::only)
      .def_rw("ignore", &FileRequest::ignore)
      .def_rw("kinds", &FileRequest::kinds)
      .def_rw("threads", &FileRequest::threads);
  m.def("read_data", &read_data, "request"_a);
  m.def("planted_partition", &planted_partition, "options"_a, "seed"_a);
  m.def("method_table", &method_table);
  m.def("option_table", &option_table, "method"_a);
  m.def("dataset_table", &dataset_table);
}

}  // namespace
}  // namespace cgsd::python

NB_MODULE(_core, m) {
  using namespace cgsd::python;
  translate_errors();
  m.attr("version") = CGSD_VERSION;
  m.def("remember_fork", &remember_fork);
  bind_reading(m);
  bind_data(m);
  bind_request(m);
  bind_run(m);
  bind_model(m);
  bind_files(m);
  m.def("agreement", &agreement_figures, nb::arg("truth").noconvert(), nb::arg("found").noconvert());
  m.def("cut_quality", &cut_figures, nb::arg("data"), nb::arg("community").noconvert(), nb::arg("threads"));
  m.def("homophily", &homophily_figures, nb::arg("data"), nb::arg("class_of").noconvert(), nb::arg("threads"));
  m.def("curvature", &curvature_figures, nb::arg("data"), nb::arg("kind"), nb::arg("idleness"), nb::arg("threads"));
}
