//! Which addresses may be asked: public ones only, unless the user names others. A link in a post must not reach into
//! the network of whoever builds the set.

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// What may be asked beside public addresses.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Private {
    /// Nothing.
    #[default]
    Refused,
    /// These hosts (names or addresses, without port).
    Hosts(Vec<String>),
    /// Anything.
    Allowed,
}

impl Private {
    fn allows(&self, host: &str) -> bool {
        match self {
            Private::Refused => false,
            Private::Hosts(hosts) => hosts.iter().any(|h| h.eq_ignore_ascii_case(host)),
            Private::Allowed => true,
        }
    }

    /// Whether this address of this host may be asked.
    pub fn admits(&self, host: &str, address: IpAddr) -> bool {
        is_public(address) || self.allows(host)
    }
}

/// Whether an address belongs to the public internet.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => public_v4(v4),
        IpAddr::V6(v6) => public_v6(v6),
    }
}

fn public_v4(a: Ipv4Addr) -> bool {
    let [x, y, z, _] = a.octets();
    let special = match (x, y, z) {
        // This network, shared space of providers, protocol assignments, benchmarks, reserved.
        (0, _, _) | (100, 64..=127, _) | (192, 0, 0) | (192, 88, 99) | (198, 18..=19, _) | (240..=255, _, _) => true,
        _ => false,
    };
    !(special
        || a.is_private()
        || a.is_loopback()
        || a.is_link_local()
        || a.is_multicast()
        || a.is_broadcast()
        || a.is_documentation())
}

fn public_v6(a: Ipv6Addr) -> bool {
    let s = a.segments();
    let embedded = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        public_v4(Ipv4Addr::new(a, b, c, d))
    };
    match s {
        // Mapped and translated IPv4 addresses are what they stand for.
        [0, 0, 0, 0, 0, 0xFFFF, h, l] | [0x64, 0xFF9B, 0, 0, 0, 0, h, l] | [0x2002, h, l, ..] => embedded(h, l),
        // The unspecified address, loopback and the old IPv4-compatible ones.
        [0, 0, 0, 0, 0, 0, ..] => false,
        // Teredo, documentation, local translation, discard.
        [0x2001, 0, ..] | [0x2001, 0xDB8, ..] | [0x64, 0xFF9B, 1, ..] | [0x100, 0, 0, 0, ..] => false,
        // Unique local, link local, the old site local, multicast.
        [first, ..] => !matches!(first >> 8, 0xFC | 0xFD | 0xFF) && first & 0xFF80 != 0xFE80,
    }
}

/// A name leads to addresses that may not be asked.
#[derive(Debug, thiserror::Error)]
#[error("{0} is not on the public internet")]
pub struct NotPublic(pub String);

/// Resolves names to the addresses that may be asked. The connection is made to these and no others, so a name that
/// changes its address between look-up and connection gains nothing.
pub struct Resolver(pub Private);

impl Resolve for Resolver {
    fn resolve(&self, name: Name) -> Resolving {
        let private = self.0.clone();
        Box::pin(async move {
            let host = name.as_str().to_string();
            let all: Vec<SocketAddr> = tokio::net::lookup_host((host.as_str(), 0)).await?.collect();
            let admitted: Vec<SocketAddr> = all.iter().filter(|a| private.admits(&host, a.ip())).copied().collect();
            if admitted.is_empty() && !all.is_empty() {
                return Err(Box::new(NotPublic(host)) as Box<dyn std::error::Error + Send + Sync>);
            }
            Ok(Box::new(admitted.into_iter()) as Addrs)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_addresses_are_public() {
        for private in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "0.0.0.0",
            "100.64.0.1",
            "192.0.0.8",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "240.0.0.1",
            "192.0.2.1",
            "::1",
            "::",
            "fe80::1",
            "febf::1",
            "fec0::1",
            "fc00::1",
            "fd12::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "2002:7f00:1::",
            "2001:db8::1",
            "2001:0:1::",
            "::7f00:1",
            "100::1",
        ] {
            assert!(!is_public(private.parse().unwrap()), "{private}");
        }
        for public in ["8.8.8.8", "104.18.0.1", "172.32.0.1", "2606:4700::1", "::ffff:8.8.8.8", "64:ff9b::808:808"] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
    }

    #[test]
    fn named_hosts_may_be_asked() {
        let loopback: IpAddr = "127.0.0.1".parse().unwrap();
        assert!(!Private::Refused.admits("localhost", loopback));
        let named = Private::Hosts(vec!["Mirror.local".into()]);
        assert!(named.admits("mirror.local", loopback) && !named.admits("localhost", loopback));
        assert!(Private::Allowed.admits("x", loopback));
    }
}
