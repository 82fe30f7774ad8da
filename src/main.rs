//! The `groundline` program.

fn main() -> std::process::ExitCode {
    groundline::cli::main()
}
