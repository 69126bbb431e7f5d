//! Measurements of kernels and search; see the files beside this one.
