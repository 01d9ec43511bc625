// Which addresses the server may connect to: public ones, and what OUTGOING_ALLOW lists.
import ipaddr from 'ipaddr.js'

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number]
/** What OUTGOING_ALLOW lists. */
export type AllowList = { hosts: readonly string[]; ranges: readonly Range[] }

/** the only part of IPv6 whose addresses are public */
const GLOBAL = ipaddr.parseCIDR('2000::/3')
const HOST = /^(?:\*\.)?[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/

/** Reads hosts (`hotel.school.example`, `*.school.example`), addresses and ranges (`10.1.0.0/16`); undefined for anything else. */
export function readAllowList(text: string): AllowList | undefined {
  const hosts: string[] = []
  const ranges: Range[] = []
  for (const one of text.split(',').map((part) => part.trim().toLowerCase())) {
    if (ipaddr.isValidCIDR(one)) ranges.push(ipaddr.parseCIDR(one))
    else if (ipaddr.IPv4.isValidFourPartDecimal(one) || ipaddr.IPv6.isValid(one)) {
      const address = ipaddr.parse(one)
      ranges.push([address, address.kind() === 'ipv4' ? 32 : 128])
    } else if (HOST.test(one) && !/^[\d.]+$/.test(one)) hosts.push(one)
    else return undefined
  }
  return { hosts, ranges }
}

/** Whether a name is listed; `*.school.example` stands for every name below school.example. */
export const listsHost = ({ hosts }: AllowList, host: string): boolean => {
  const name = host.toLowerCase().replace(/\.$/, '')
  return hosts.some((one) => (one.startsWith('*.') ? name.endsWith(one.slice(1)) : name === one))
}

/**
 * Whether the server may connect to `address`, to which `host` was resolved: a listed host or address, or else a public address.
 * Private, loopback, link-local, shared (carrier-grade NAT), multicast and reserved addresses and IPv6 forms of IPv4 are not public.
 * @param listedOnly a public address is not enough
 */
export function isPermitted(allow: AllowList, host: string, address: string, listedOnly: boolean): boolean {
  if (listsHost(allow, host)) return true
  if (!ipaddr.isValid(address)) return false
  // an IPv4 address that is written as IPv6 is judged as IPv4
  const real = ipaddr.process(address)
  const isListed = allow.ranges.some(([range, bits]) => range.kind() === real.kind() && real.match(range, bits))
  return isListed || (!listedOnly && real.range() === 'unicast' && (real.kind() === 'ipv4' || real.match(GLOBAL)))
}
