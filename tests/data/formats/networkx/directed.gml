graph [
  directed 1
  node [
    id 0
    label "Anna"
    age 41
    city "Berlin"
  ]
  node [
    id 1
    label "Ben"
    age 38
    city "Bonn"
  ]
  node [
    id 2
    label "Cem"
    age 29
    city "Berlin"
  ]
  node [
    id 3
    label "D&#246;rte"
    age 63
    city "K&#246;ln"
  ]
  node [
    id 4
    label "Eva"
    age 35
    city "Bonn"
  ]
  node [
    id 5
    label "Finn"
    age 52
    city "K&#246;ln"
  ]
  edge [
    source 0
    target 1
    weight 2.0
  ]
  edge [
    source 0
    target 2
    weight 1.0
  ]
  edge [
    source 1
    target 2
    weight 0.5
  ]
  edge [
    source 2
    target 3
    weight 0.25
  ]
  edge [
    source 3
    target 4
    weight 3.0
  ]
  edge [
    source 3
    target 5
    weight 1.5
  ]
  edge [
    source 4
    target 5
    weight 1.0
  ]
]
