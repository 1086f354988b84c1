Creator "Mark Newman on Sat Jul 22 05:32:16 2006"
graph
[
  directed 0
  node
  [
    id 0
    label "Anna"
  ]
  node
  [
    id 1
    label "Ben"
  ]
  node
  [
    id 2
    label "Cem"
  ]
  node
  [
    id 3
    label "Dörte"
  ]
  node
  [
    id 4
    label "Eva"
  ]
  node
  [
    id 5
    label "Finn"
  ]
  edge
  [
    source 0
    target 1
    value 2.0
  ]
  edge
  [
    source 0
    target 2
    value 1.0
  ]
  edge
  [
    source 1
    target 2
    value 0.5
  ]
  edge
  [
    source 3
    target 4
    value 3.0
  ]
  edge
  [
    source 3
    target 5
    value 1.5
  ]
  edge
  [
    source 4
    target 5
    value 1.0
  ]
  edge
  [
    source 2
    target 3
    value 0.25
  ]
]
