// Giving root up. As root the whole way runs in a child process; otherwise only the decision can be tested.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { accountNamed, canReach, handOver, rootPlan } from './root.ts'

const isRoot = process.getuid?.() === 0
const nobody = { uid: 65_534, gid: 65_534 }
const folder = mkdtempSync(join(tmpdir(), 'shuyuan-test-'))
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true }))

test('root is given up where there is an account that reaches everything', () => {
  const [yes, no] = [() => true, () => false]
  expect(rootPlan(1_000, nobody, yes)).toBe('ordinary')
  expect(rootPlan(undefined, undefined, no)).toBe('ordinary')
  expect(rootPlan(0, nobody, yes)).toBe('giveUp')
  expect(rootPlan(0, nobody, no)).toBe('closedFolder')
  expect(rootPlan(0, undefined, yes)).toBe('noAccount')
  expect(rootPlan(0, { uid: 0, gid: 0 }, yes)).toBe('noAccount')
})

describe.runIf(isRoot)('as root', () => {
  /** A data folder as a start by root leaves it; `outside` must not be touched. */
  function dataFolder(name: string) {
    const dataDir = join(folder, name)
    for (const one of ['files/202611', 'private/202611', 'postgres', 'outside']) mkdirSync(join(dataDir, one), { recursive: true })
    for (const one of ['files/202611/a', 'private/202611/b', 'postgres/postgres.log', 'outside/c']) writeFileSync(join(dataDir, one), '')
    symlinkSync(join(dataDir, 'outside/c'), join(dataDir, 'files/202611/link'))
    return dataDir
  }
  const ownerOf = (dataDir: string, path: string) => statSync(join(dataDir, path)).uid

  test('what the server writes later is handed over, and nothing behind a link', () => {
    const dataDir = dataFolder('handed')
    handOver(dataDir, nobody)
    for (const one of ['.', 'files', 'files/202611', 'files/202611/a', 'private', 'private/202611/b', 'postgres/postgres.log'])
      expect([one, ownerOf(dataDir, one)]).toEqual([one, nobody.uid])
    for (const one of ['outside', 'outside/c']) expect([one, ownerOf(dataDir, one)]).toEqual([one, 0])
  })

  test('a folder that the account cannot enter or write is noticed', () => {
    const dataDir = dataFolder('reached')
    expect(canReach(nobody, [import.meta.filename], [dataDir])).toBe(false)
    handOver(dataDir, nobody)
    expect(canReach(nobody, [import.meta.filename, folder], [dataDir])).toBe(true)
    const closed = join(folder, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    writeFileSync(join(closed, 'program'), '')
    expect(canReach(nobody, [join(closed, 'program')], [dataDir])).toBe(false)
    expect(canReach(nobody, [closed], [dataDir])).toBe(false)
  })

  test('the account owns what is written meanwhile, and there is no way back', () => {
    const dataDir = dataFolder('left')
    const code = `
      import { writeFileSync } from 'node:fs'
      import { handOver, lowered } from ${JSON.stringify(join(import.meta.dirname, 'root.ts'))}
      const [dataDir, account] = [${JSON.stringify(dataDir)}, { uid: 65534, gid: 65534 }]
      handOver(dataDir, account)
      const root = lowered(account)
      writeFileSync(dataDir + '/files/early', '')
      root.raise()
      const between = process.geteuid()
      root.giveUp()
      writeFileSync(dataDir + '/private/late', '')
      let back = 'refused'
      try { process.setuid(0); back = 'root' } catch {}
      let read = 'refused'
      try { (await import('node:fs')).readFileSync('/etc/shadow'); read = 'read' } catch {}
      console.log(JSON.stringify([between, process.getuid(), process.geteuid(), process.getgid(), process.getgroups(), back, read]))`
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual([0, 65_534, 65_534, 65_534, [65_534], 'refused', 'refused'])
    for (const one of ['files/early', 'private/late']) expect(ownerOf(dataDir, one)).toBe(nobody.uid)
  })

  test('RUN_AS names an account of this system', () => {
    expect(accountNamed('nobody')).toMatchObject({ uid: nobody.uid })
    expect(accountNamed(undefined)).toBeUndefined()
    expect(() => accountNamed('no-such-account')).toThrow('RUN_AS=no-such-account: there is no such account')
  })
})
