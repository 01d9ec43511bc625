// Alerts of deploy/prometheus: each has a case in which it fires, and one in which it does not; promtool runs them where it is installed.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { programOf } from '../scripts/engines/engine.ts'

const folder = join(import.meta.dirname, '..', 'deploy', 'prometheus')
const read = (name: string): unknown => parse(readFileSync(join(folder, name), 'utf8'))

type Rules = { groups: { rules: { alert: string; expr: string }[] }[] }
type Cases = { tests: { alert_rule_test: { alertname: string; exp_alerts?: unknown[] }[] }[] }

test('each alert has a case in which it fires, and the cases name no other', () => {
  const alerts = (read('rules.yaml') as Rules).groups.flatMap(({ rules }) => rules.map(({ alert }) => alert))
  const cases = (read('rules.test.yaml') as Cases).tests.flatMap((one) => one.alert_rule_test)
  const firing = new Set(cases.filter(({ exp_alerts = [] }) => exp_alerts.length > 0).map(({ alertname }) => alertname))
  expect([...firing].toSorted()).toEqual(alerts.toSorted())
})

test('failed jobs and failed tasks have an alert each', () => {
  const rules = (read('rules.yaml') as Rules).groups.flatMap((group) => group.rules)
  const watched = rules.map(({ expr }) => /shuyuan_(jobs|tasks)\{state="failed"\}/.exec(expr)?.[1]).filter((one) => one !== undefined)
  expect(watched.toSorted()).toEqual(['jobs', 'tasks'])
})

test('promtool, where it is installed, finds every case as it should be', () => {
  const promtool = programOf('promtool')
  const { status, stdout, stderr } = promtool
    ? spawnSync(promtool, ['test', 'rules', join(folder, 'rules.test.yaml')], { encoding: 'utf8' })
    : { status: 0, stdout: '', stderr: '' }
  expect([status, stderr], stdout).toEqual([0, ''])
})
