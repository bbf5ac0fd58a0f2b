--- Windows.
return variant "byte-order-mark" { base = "tak", ruels = {}, rules = {} }
