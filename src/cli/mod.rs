//! The command line: arguments, exit codes, progress; one file per subcommand.
