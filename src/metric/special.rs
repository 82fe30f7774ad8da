//! Distribution functions that intervals and tests need, to about twelve digits.

use std::f64::consts::{PI, SQRT_2};

/// Logarithm of the gamma function for `x > 0` (Lanczos, nine terms).
pub fn ln_gamma(x: f64) -> f64 {
    const C: [f64; 9] = [
        0.999_999_999_999_809_9,
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_1,
        -176.615_029_162_140_6,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_572e-6,
        1.505_632_735_149_311_6e-7,
    ];
    if x < 0.5 {
        return (PI / (PI * x).sin()).ln() - ln_gamma(1.0 - x);
    }
    let x = x - 1.0;
    let t = x + 7.5;
    let sum = C.iter().enumerate().skip(1).fold(C[0], |s, (i, c)| s + c / (x + i as f64));
    0.5 * (2.0 * PI).ln() + (x + 0.5) * t.ln() - t + sum.ln()
}

/// Upper regularised incomplete gamma function Q(a, x).
fn gamma_q(a: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 1.0;
    }
    let front = (a * x.ln() - x - ln_gamma(a)).exp();
    if x < a + 1.0 {
        let (mut sum, mut term, mut n) = (1.0 / a, 1.0 / a, a);
        for _ in 0..1_000 {
            n += 1.0;
            term *= x / n;
            sum += term;
            if term.abs() < sum.abs() * 1e-17 {
                break;
            }
        }
        return (1.0 - sum * front).max(0.0);
    }
    // Lentz's continued fraction.
    let tiny = 1e-300;
    let mut b = x + 1.0 - a;
    let (mut c, mut d) = (1.0 / tiny, 1.0 / b);
    let mut h = d;
    for i in 1..1_000 {
        let an = -f64::from(i) * (f64::from(i) - a);
        b += 2.0;
        d = an * d + b;
        d = if d.abs() < tiny { tiny } else { d };
        c = b + an / c;
        c = if c.abs() < tiny { tiny } else { c };
        d = 1.0 / d;
        let delta = d * c;
        h *= delta;
        if (delta - 1.0).abs() < 1e-16 {
            break;
        }
    }
    front * h
}

/// P(X > x) of a chi-square variable with `df` degrees of freedom.
pub fn chi2_sf(x: f64, df: f64) -> f64 {
    gamma_q(df / 2.0, x / 2.0)
}

/// P(Z ≤ x) of a standard normal variable.
pub fn normal_cdf(x: f64) -> f64 {
    let tail = 0.5 * gamma_q(0.5, x * x / 2.0);
    if x > 0.0 { 1.0 - tail } else { tail }
}

/// The standard normal quantile of `p` in (0, 1) (Acklam's approximation, refined twice by Halley's method).
pub fn normal_quantile(p: f64) -> f64 {
    if p <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if p >= 1.0 {
        return f64::INFINITY;
    }
    const A: [f64; 6] = [
        -39.696_830_286_653_8,
        220.946_098_424_520_5,
        -275.928_510_446_968_7,
        138.357_751_867_269,
        -30.664_798_066_147_16,
        2.506_628_277_459_239,
    ];
    const B: [f64; 5] = [
        -54.476_098_798_224_06,
        161.585_836_858_040_9,
        -155.698_979_859_886_6,
        66.801_311_887_719_72,
        -13.280_681_552_885_72,
    ];
    const C: [f64; 6] = [
        -0.007_784_894_002_430_293,
        -0.322_396_458_041_136_5,
        -2.400_758_277_161_838,
        -2.549_732_539_343_734,
        4.374_664_141_464_968,
        2.938_163_982_698_783,
    ];
    const D: [f64; 4] =
        [0.007_784_695_709_041_462, 0.322_467_129_070_039_8, 2.445_134_137_142_996, 3.754_408_661_907_416];
    let poly = |c: &[f64], x: f64| c.iter().fold(0.0, |s, c| s * x + c);
    let low = |p: f64| {
        let q = (-2.0 * p.ln()).sqrt();
        poly(&C, q) / (poly(&D, q) * q + 1.0)
    };
    let mut x = if p < 0.024_25 {
        low(p)
    } else if p > 1.0 - 0.024_25 {
        -low(1.0 - p)
    } else {
        let q = p - 0.5;
        let r = q * q;
        poly(&A, r) * q / (poly(&B, r) * r + 1.0)
    };
    for _ in 0..2 {
        let e = normal_cdf(x) - p;
        let u = e * (2.0 * PI).sqrt() * (x * x / 2.0).exp();
        x -= u / (1.0 + x * u / 2.0);
    }
    x
}

/// Regularised incomplete beta function I_x(a, b).
pub fn beta_cdf(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    let front = (ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (1.0 - x).ln()).exp();
    if x < (a + 1.0) / (a + b + 2.0) {
        front * beta_fraction(x, a, b) / a
    } else {
        1.0 - front * beta_fraction(1.0 - x, b, a) / b
    }
}

fn beta_fraction(x: f64, a: f64, b: f64) -> f64 {
    let tiny = 1e-300;
    let guard = |v: f64| if v.abs() < tiny { tiny } else { v };
    let (mut c, mut d) = (1.0, 1.0 / guard(1.0 - (a + b) * x / (a + 1.0)));
    let mut h = d;
    for m in 1..2_000 {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d = 1.0 / guard(1.0 + even * d);
        c = guard(1.0 + even / c);
        h *= d * c;
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 / guard(1.0 + odd * d);
        c = guard(1.0 + odd / c);
        let delta = d * c;
        h *= delta;
        if (delta - 1.0).abs() < 1e-16 {
            break;
        }
    }
    h
}

/// The quantile of a Beta(a, b) variable, by bisection.
pub fn beta_quantile(p: f64, a: f64, b: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..200 {
        let mid = 0.5 * (low + high);
        if beta_cdf(mid, a, b) < p {
            low = mid;
        } else {
            high = mid;
        }
    }
    0.5 * (low + high)
}

/// P(F > x) with `d1` and `d2` degrees of freedom.
pub fn f_sf(x: f64, d1: f64, d2: f64) -> f64 {
    if x <= 0.0 {
        return 1.0;
    }
    beta_cdf(d2 / (d2 + d1 * x), d2 / 2.0, d1 / 2.0)
}

/// P(R ≤ q) of the range of `k` standard normal variables (the studentised range with infinite degrees of freedom).
pub fn range_cdf(q: f64, k: usize) -> f64 {
    if q <= 0.0 || k < 2 {
        return 0.0;
    }
    // Simpson's rule over the largest of the variables.
    let (from, to, steps) = (-8.5, 8.5 + q, 1_200);
    let h = (to - from) / f64::from(steps);
    let f = |z: f64| {
        let density = (-z * z / 2.0).exp() / (2.0 * PI).sqrt();
        if density == 0.0 { 0.0 } else { density * (normal_cdf(z) - normal_cdf(z - q)).powi(k as i32 - 1) }
    };
    let sum: f64 = (0..=steps)
        .map(|i| {
            let weight = if i == 0 || i == steps {
                1.0
            } else if i % 2 == 1 {
                4.0
            } else {
                2.0
            };
            weight * f(from + h * f64::from(i))
        })
        .sum();
    (k as f64 * sum * h / 3.0).clamp(0.0, 1.0)
}

/// The critical value q of Nemenyi's test: the upper `alpha` point of the range of `k` normals, over √2.
pub fn nemenyi_q(alpha: f64, k: usize) -> f64 {
    let (mut low, mut high) = (0.0, 20.0);
    for _ in 0..48 {
        let mid = 0.5 * (low + high);
        if range_cdf(mid, k) < 1.0 - alpha {
            low = mid;
        } else {
            high = mid;
        }
    }
    0.5 * (low + high) / SQRT_2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-11, "{a} {b}");
        close(ln_gamma(10.0), 12.801_827_480_081_469);
        close(normal_cdf(1.959_963_984_540_054), 0.975);
        close(normal_quantile(0.975), 1.959_963_984_540_054);
        close(normal_quantile(1e-6), -4.753_424_308_822_899);
        close(chi2_sf(3.841_458_820_694_124, 1.0), 0.05);
        close(beta_cdf(0.3, 2.0, 5.0), 0.579_825);
        close(beta_quantile(0.579_825, 2.0, 5.0), 0.3);
        close(f_sf(1.0, 4.0, 4.0), 0.5);
    }

    #[test]
    fn nemenyi_critical_values() {
        for (k, q) in [(2, 1.959_963_984_540_053_4), (7, 2.948_320_017_529_674_4), (20, 3.543_799_131_517_781_5)] {
            assert!((nemenyi_q(0.05, k) - q).abs() < 1e-7, "{k}");
        }
        assert!((nemenyi_q(0.1, 7) - 2.692_732_100_967_759_4).abs() < 1e-7);
    }
}
