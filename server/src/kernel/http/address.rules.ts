// Address under which calls, wrong passwords and SMS are counted.

/** An IPv4 address itself; of an IPv6 address the 64-bit network that one household gets. */
export function countedAddress(ip: string): string {
  const inner = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (inner !== undefined || !ip.includes(':')) return inner ?? ip
  const [head = '', tail] = ip.toLowerCase().split('%', 1)[0]!.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const before = groups(head)
  const after = tail === undefined ? [] : groups(tail)
  const gap = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  const whole = [...before, ...(tail === undefined ? [] : gap), ...after]
  return `${whole
    .slice(0, 4)
    .map((one) => one.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
