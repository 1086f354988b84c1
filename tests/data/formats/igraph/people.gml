Creator "igraph version 0.10.2 Tue Nov 17 11:07:59 2026"
Version 1
graph
[
  directed 0
  node
  [
    id 0
    name "Anna"
    age 41
    city "Berlin"
  ]
  node
  [
    id 1
    name "Ben"
    age 38
    city "Bonn"
  ]
  node
  [
    id 2
    name "Cem"
    age 29
    city "Berlin"
  ]
  node
  [
    id 3
    name "Dörte"
    age 63
    city "Köln"
  ]
  node
  [
    id 4
    name "Eva"
    age 35
    city "Bonn"
  ]
  node
  [
    id 5
    name "Finn"
    age 52
    city "Köln"
  ]
  edge
  [
    source 1
    target 0
    weight 2
  ]
  edge
  [
    source 2
    target 0
    weight 1
  ]
  edge
  [
    source 2
    target 1
    weight 0.5
  ]
  edge
  [
    source 4
    target 3
    weight 3
  ]
  edge
  [
    source 5
    target 3
    weight 1.5
  ]
  edge
  [
    source 5
    target 4
    weight 1
  ]
  edge
  [
    source 3
    target 2
    weight 0.25
  ]
]
