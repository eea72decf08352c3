"""The verbs: one public function each, in the order of the flow (DESIGN.md section 3)."""
