// Addresses with several hosts: which are read, and which are none.
import { expect, test } from 'vitest'
import { faultOf, nameOf, namesSeveral, severalHosts } from './database-url.ts'

const hosts = (url: string) => severalHosts(url)?.hosts.map(nameOf)
const single = (url: string) => {
  const found = severalHosts(url)!
  return found.hosts.map(found.only)
}

test.each([
  ['postgresql://u:p@h1:5433,h2:5434,h3/db', ['h1:5433', 'h2:5434', 'h3:5432']],
  ['postgres://h1,h2/db', ['h1:5432', 'h2:5432']],
  ['postgres://u@h1,h2', ['h1:5432', 'h2:5432']],
  ['postgres://u:a%2Cb@[::1]:5433,10.0.0.2/db?sslmode=no-verify', ['::1:5433', '10.0.0.2:5432']],
  ['postgres://u@%2Frun%2Fa,%2Frun%2Fb:5433/db', ['/run/a:5432', '/run/b:5433']],
  ['postgres://u@localhost:5440/db?host=/run/a,/run/b', ['/run/a:5440', '/run/b:5440']],
  ['postgres://u@/db?host=%2Frun%2Fa,%2Frun%2Fb&port=5433,5434', ['/run/a:5433', '/run/b:5434']],
  ['postgres:///db?host=h1,h2&port=5433', ['h1:5433', 'h2:5433']],
])('%s has its hosts and ports', (url, wanted) => {
  expect(hosts(url)).toEqual(wanted)
  expect(faultOf(url)).toBeUndefined()
})

test.each([
  'postgres://shuyuan@localhost/shuyuan?host=/var/run/postgresql',
  'postgres://postgres@localhost:5432/postgres?host=%2Fdata%2Cold%2Fpostgres',
  'postgres://u:p,q@h1:5432/db?target_session_attrs=read-write',
  'postgres://u:p@h1/a,b',
  'postgres://u@%2Frun%2Fpostgresql/db',
  'postgres://x',
])('%s names one host, and pg reads it', (url) => {
  expect(severalHosts(url)).toBeUndefined()
  expect(namesSeveral(url)).toBe(false)
})

test('an address of one of them keeps account, database and settings', () => {
  expect(single('postgresql://u:p%40@h1:5433,[::1]/my%20db?sslmode=require&target_session_attrs=primary&connect_timeout=3')).toEqual([
    'postgresql://u:p%40@h1:5433/my%20db?sslmode=require&connect_timeout=3',
    'postgresql://u:p%40@[::1]:5432/my%20db?sslmode=require&connect_timeout=3',
  ])
  expect(single('postgres://u@/db?host=/run/a,/run/b')).toEqual(['postgres://u@%2Frun%2Fa:5432/db', 'postgres://u@%2Frun%2Fb:5432/db'])
})

test('which hosts are taken, and how long one may take', () => {
  expect(severalHosts('postgres://h1,h2/db')).toMatchObject({ target: 'read-write', connectMs: 5_000 })
  expect(severalHosts('postgres://h1,h2/db?target_session_attrs=any&connect_timeout=2')).toMatchObject({ target: 'any', connectMs: 2_000 })
  expect(severalHosts('postgres://h1,h2/db?connect_timeout=0')).toMatchObject({ connectMs: 5_000 })
})

test.each([
  ['postgres://h1,,h2/db', 'a host of the list is empty'],
  ['postgres://h1:x,h2/db', 'x is no port'],
  ['postgres://h1:70000,h2/db', '70000 is no port'],
  ['postgres:///db?host=a,b,c&port=1,2', '3 hosts have 2 ports'],
  [
    'postgres://u:hush@h1,h2/db?target_session_attrs=standby',
    'target_session_attrs must be one of read-write, primary, any: the server writes',
  ],
  ['postgres://h1,h2/db?connect_timeout=soon', 'connect_timeout must be a whole number of seconds'],
  ['mysql://u:hush@h1/db', 'must begin with postgres:// or postgresql://'],
])('%s is refused without its parts', (url, fault) => {
  expect(faultOf(url)).toBe(fault)
})
