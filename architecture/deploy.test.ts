// The files for installing name what exists: settings of the server, paths of the repository, figures of /metrics.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const text = (file: string) => readFileSync(file, 'utf8')
const config = text('server/src/kernel/config.ts')
const known = new Set(
  /const Environment = z\.object\(\{([\s\S]*?)\n\}\)/
    .exec(config)?.[1]
    ?.match(/^ {2}[A-Z_]+(?=:)/gm)
    ?.map((name) => name.trim()),
)
/** Settings of Node itself. */
const ofNode = new Set(['NODE_ENV', 'NODE_COMPILE_CACHE'])
const unknown = (names: readonly string[]) => names.filter((name) => !known.has(name) && !ofNode.has(name))

const assigned = (line: string) => [...line.matchAll(/\b([A-Z][A-Z_]+)=/g)].map(([, name]) => name!)

test('the settings of the server are read', () => {
  expect([...known]).toEqual(expect.arrayContaining(['PORT', 'SEAL_KEYS', 'METRICS_TOKEN']))
  expect(unknown(['PORT', 'PROT'])).toEqual(['PROT'])
})

test('every setting in an image, a unit, the compose file and the chart is one of the server', () => {
  const lines = (file: string, begin: RegExp) =>
    text(file)
      .split('\n')
      .filter((line) => begin.test(line))
  expect(unknown(lines('deploy/Dockerfile', /^ENV /).flatMap(assigned))).toEqual([])
  for (const file of globSync('deploy/*.service')) {
    const settings = lines(file, /^Environment=/).flatMap((line) => assigned(line.replace('Environment=', '')))
    expect(settings).toContain('DATA_DIR')
    expect(unknown(settings)).toEqual([])
  }
  const compose = parse(text('deploy/compose.yaml'), { merge: true }) as { services: Record<string, { environment: object }> }
  expect(unknown(Object.keys(compose.services['server-1']!.environment))).toEqual([])
  const chart = parse(text('deploy/helm/values.yaml')) as { env: object }
  expect(unknown(Object.keys(chart.env))).toEqual([])
})

test('the Dockerfile copies what exists', () => {
  const sources = text('deploy/Dockerfile')
    .split('\n')
    .filter((line) => /^COPY (?!--from)/.test(line))
    .flatMap((line) => line.split(' ').slice(1, -1))
  expect(sources.length).toBeGreaterThan(5)
  expect(sources.filter((path) => !existsSync(path))).toEqual([])
})

test('alerts and board ask for figures that /metrics has', () => {
  const code = globSync('server/src/**/{metrics,*figure*,task.service,backup-age.service}*.ts').map(text).join('\n')
  const asked = ['deploy/prometheus/rules.yaml', 'deploy/prometheus/board.json'].flatMap((file) => text(file).match(/shuyuan_\w+/g) ?? [])
  const names = new Set(asked.map((name) => name.replace(/^shuyuan_/, '').replace(/_(?:bucket|count|sum)$/, '')))
  expect(names.size).toBeGreaterThan(8)
  expect([...names].filter((name) => !code.includes(`'${name}'`) && !code.includes(`\${PREFIX}${name}`))).toEqual([])
})

/** Connections of 2,000 candidates: one socket and one call each, twice, because all of them may connect again at once. */
const SOCKETS = 8_000
const valueOf = (text: string, name: string) => Number(new RegExp(`^\\s*${name}[ =](\\d+)`, 'm').exec(text)?.[1])

test('nginx: connections to browser and server, on one worker, with files for them', () => {
  const nginx = text('deploy/nginx.conf')
  expect(valueOf(nginx, 'worker_connections')).toBeGreaterThanOrEqual(2 * SOCKETS)
  expect(valueOf(nginx, 'worker_rlimit_nofile')).toBeGreaterThanOrEqual(valueOf(nginx, 'worker_connections') * 2)
  expect(nginx).toMatch(/^\s*proxy_connect_timeout 2s;/m)
  // it must be the whole file: worker_connections stands outside of http
  expect(nginx).toMatch(/^events \{/m)
})

test('Caddy, units and compose', () => {
  expect(text('deploy/Caddyfile')).toMatch(/^\s*dial_timeout 2s$/m)
  for (const unit of ['shuyuan.service', 'shuyuan@.service'])
    expect(valueOf(text(`deploy/${unit}`), 'LimitNOFILE'), unit).toBeGreaterThanOrEqual(SOCKETS)
  const { services } = parse(text('deploy/compose.yaml'), { merge: true }) as { services: Record<string, { ulimits?: { nofile: number } }> }
  for (const name of ['server-1', 'server-2', 'proxy']) expect(services[name]?.ulimits?.nofile, name).toBeGreaterThanOrEqual(SOCKETS)
})
