import { paper } from '@shuyuan/contract/paper/paper.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { expect, test } from 'vitest'
import { openNewPaper } from '../../../test/papers.ts'
import { startWithEnv } from '../../../test/people.ts'
import { startApp } from '../../../test/start-app.ts'
import { rightAnswer, keysOf } from '../../domains/paper/exam-setup.factory.ts'
import { addFigure } from './figure.ts'

const TOKEN = 'metrics-token-of-the-test'
const { app, ann } = await startWithEnv({ METRICS_TOKEN: TOKEN }, 'ann')
const read = (authorization?: string) =>
  app.http.inject({ method: 'GET', url: '/metrics', headers: authorization === undefined ? {} : { authorization } })
const lines = async () => (await read(`Bearer ${TOKEN}`)).body.split('\n')
const valueOf = async (series: string) =>
  Number(
    (await lines())
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')
      .at(-1),
  )

test('only who sends the token reads the figures', async () => {
  for (const authorization of [undefined, '', 'Bearer', 'Bearer wrong', `Basic ${TOKEN}`, `Bearer ${TOKEN}x`]) {
    const { statusCode, body } = await read(authorization)
    expect([statusCode, body.includes('shuyuan_')]).toEqual([401, false])
  }
  const { statusCode, headers } = await read(`Bearer ${TOKEN}`)
  expect([statusCode, headers['content-type']]).toEqual([200, expect.stringContaining('text/plain')])
})

test('without a token there is no such page', async () => {
  const other = await startApp()
  expect((await other.http.inject({ method: 'GET', url: '/metrics' })).body).not.toContain('shuyuan_')
  await other.close()
})

test('calls are counted by the declared path, saved answers and open papers by their number', async () => {
  await app.ok(user.info, {}, ann)
  const calls = `shuyuan_http_request_seconds_count{path="${user.info.path}",status="200"}`
  const before = {
    calls: await valueOf(calls),
    saved: await valueOf('shuyuan_answers_saved_total'),
    open: await valueOf('shuyuan_papers_open'),
  }
  await app.ok(user.info, {}, ann)
  const { id, session } = await openNewPaper(app, ann, {}, { single: 1 })
  const [[quId, key]] = [...(await keysOf(app, id))] as [[string, Parameters<typeof rightAnswer>[0]]]
  await app.ok(paper['fill-answer'], { paperId: id, session, quId, answer: rightAnswer(key), seq: 1 }, ann)
  expect(await valueOf(calls)).toBe(before.calls + 1)
  expect(await valueOf('shuyuan_answers_saved_total')).toBe(before.saved + 1)
  expect(await valueOf('shuyuan_papers_open')).toBe(before.open + 1)
})

test('every series has a help text and a type, and its name is that of one figure', async () => {
  const all = await lines()
  const names = all.filter((line) => line.startsWith('# TYPE ')).map((line) => line.split(' ')[2]!)
  expect(new Set(names).size).toBe(names.length)
  const series = all.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.replace(/[{ ].*/, ''))
  const known = new Set(names.flatMap((name) => [name, `${name}_sum`, `${name}_count`, `${name}_bucket`]))
  expect(series.filter((name) => !known.has(name))).toEqual([])
  expect(all.filter((line) => line.startsWith('# HELP ')).length).toBe(names.length)
})

test('only counters have the name of one', async () => {
  const types = (await lines()).filter((line) => line.startsWith('# TYPE ')).map((line) => line.split(' ').slice(2))
  expect(types.filter(([name, type]) => name!.endsWith('_total') && type !== 'counter')).toEqual([])
})

test('failures of tasks are there before the first one', async () => {
  expect(await valueOf('shuyuan_tasks{kind="course.package",state="failed"}')).toBe(0)
})

test('failures of jobs are there before the first one', async () => {
  const node = await startApp({ background: true, env: { METRICS_TOKEN: TOKEN } })
  const { body } = await node.http.inject({ method: 'GET', url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })
  await node.close()
  const failed = body.split('\n').filter((line) => /^shuyuan_jobs\{.*state="failed"/.test(line))
  expect(failed.length).toBeGreaterThan(5)
  expect(failed.filter((line) => !line.endsWith(' 0'))).toEqual([])
})

test('a figure that cannot be read leaves the others, and labels are escaped', async () => {
  const broken = () => Promise.reject(new Error('no database'))
  addFigure(app.app, { name: 'broken', help: 'Never readable.', kind: 'gauge', read: broken })
  addFigure(app.app, { name: 'odd', help: 'Odd label.', kind: 'gauge', read: () => [{ value: 1, labels: { name: 'a"b\\c\nd' } }] })
  const all = await lines()
  expect(all.some((line) => line.includes('shuyuan_broken'))).toBe(false)
  expect(all).toContain(String.raw`shuyuan_odd{name="a\"b\\c\nd"} 1`)
})
