// Simulates Safe Exam Browser: reads the configuration file, computes the key by the documented steps, sends the hash.
import { seb } from '@shuyuan/contract/exam/seb/seb.ts'
import { configKeyHeader, securedPageHeader } from '@shuyuan/contract/exam/seb/secured.ts'
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { code } from '../../../../test/refusal.ts'
import { keysOf, setUpExam, rightAnswer } from '../exam-setup.factory.ts'

const { app, ann } = await startWith('ann')

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')
const origin = 'http://exam.example'
const download = (examId: string, query = `?examId=${examId}`) =>
  app.http.inject({ method: 'GET', url: seb.config.path + query, headers: { host: 'exam.example' } })

/** Reads one value of a property list. @returns the value as SEB-JSON, and the remaining text */
function readValue(xml: string): [string, string] {
  const text = xml.trimStart()
  const simple = /^<(string|integer)>([^<]*)<\/\1>/.exec(text)
  if (simple) {
    const plain = simple[2]!.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
    return [simple[1] === 'string' ? `"${plain}"` : plain, text.slice(simple[0].length)]
  }
  const flag = /^<(true|false)\/>/.exec(text)
  if (flag) return [flag[1]!, text.slice(flag[0].length)]
  const isList = text.startsWith('<array>')
  let rest = text.slice(isList ? 7 : 6)
  const found: { key: string; value: string }[] = []
  while (!/^\s*<\/(array|dict)>/.test(rest)) {
    const key = isList ? null : /^\s*<key>([^<]*)<\/key>/.exec(rest)
    const [value, after] = readValue(rest.slice(key?.[0].length ?? 0))
    found.push({ key: key?.[1] ?? '', value })
    rest = after
  }
  rest = rest.replace(/^\s*<\/(array|dict)>/, '')
  if (isList) return [`[${found.map((one) => one.value).join(',')}]`, rest]
  const sorted = found
    .filter((one) => one.key !== 'originatorVersion')
    .toSorted((a, b) => (a.key.toLowerCase() < b.key.toLowerCase() ? -1 : 1))
  return [`{${sorted.map(({ key, value }) => `"${key}":${value}`).join(',')}}`, rest]
}

async function keyFrom(examId: string): Promise<string> {
  const file = (await download(examId)).body
  return sha256(readValue(file.slice(file.indexOf('<plist')).replace(/^<plist[^>]*>/, ''))[0])
}

const send = async (endpoint: Endpoint, body: object, headers: Record<string, string>) => {
  const reply = await app.http.inject({
    method: 'POST',
    url: endpoint.path,
    headers: { host: 'exam.example', token: ann.token, ...headers },
    payload: body,
  })
  return reply.json<{ code: number; msg: string; data: never }>()
}
const secured = (endpoint: Endpoint, key: string) => ({ [configKeyHeader]: sha256(origin + endpoint.path + key) })

test('every step is refused to other browsers, and accepted from Safe Exam Browser with the exam’s configuration', async () => {
  const { examId } = await setUpExam(app.ctx(), { seb: 'required', passScore: 100 }, { single: 1 })
  const key = await keyFrom(examId)
  expect(key).toMatch(/^[0-9a-f]{64}$/)
  const ask = async (endpoint: Endpoint, body: object) => {
    for (const headers of [
      {},
      { [configKeyHeader]: key },
      { [configKeyHeader]: sha256(`${origin}/api/other${key}`) },
      { [configKeyHeader]: sha256(origin + endpoint.path + 'f'.repeat(64)) },
      { [configKeyHeader]: sha256(`http://evil.example/page${key}`), [securedPageHeader]: 'http://evil.example/page' },
      { 'user-agent': 'Mozilla/5.0 SEB/3.7' },
    ])
      expect((await send(endpoint, body, headers as Record<string, string>)).code, endpoint.path).toBe(code('sebNeeded'))
    const answer = await send(endpoint, body, secured(endpoint, key))
    expect(answer.code, answer.msg).toBe(0)
    return answer.data
  }
  const { id } = (await ask(paper['create-paper'], { examId })) as { id: string }
  // the refusal names the exam, so that the page can offer the exam's configuration file
  expect((await send(paper['paper-detail'], { id }, {})).data).toEqual({ key: 'sebNeeded', params: {}, examId })
  const { session } = (await ask(paper['paper-detail'], { id })) as { session: string }
  const [question] = (await keysOf(app, id)).values()
  await ask(paper['qu-detail'], { paperId: id, quId: question!.quId })
  await ask(paper['fill-answer'], { paperId: id, session, quId: question!.quId, answer: rightAnswer(question!), seq: 1 })
  expect(await ask(paper['hand-exam'], { id })).toMatchObject({ answered: 1 })
})

test('a page whose engine sends no headers is recognized by the hash of its own URL', async () => {
  const { examId } = await setUpExam(app.ctx(), { seb: 'required' }, { single: 1 })
  const key = await keyFrom(examId)
  const page = `${origin}/web/exam/check/${examId}`
  const headers = { [configKeyHeader]: sha256(page + key), [securedPageHeader]: `${origin}/web/index ${page}` }
  expect((await send(paper['create-paper'], { examId }, headers)).code).toBe(0)
})

test('the configuration can be downloaded without a sign-in, and is valid for this exam and this site only', async () => {
  const { examId } = await setUpExam(app.ctx(), { seb: 'required' }, { single: 1 })
  const reply = await download(examId)
  expect(reply.headers['content-type']).toContain('application/seb')
  expect(reply.headers['content-disposition']).toContain('.seb')
  expect(reply.body).toContain(`<string>${origin}/web/exam/check/${examId}</string>`)
  const other = await setUpExam(app.ctx(), { seb: 'required' }, { single: 1 })
  expect(await keyFrom(other.examId)).not.toBe(await keyFrom(examId))
  const free = await setUpExam(app.ctx(), {}, { single: 1 })
  expect((await download(free.examId)).json<{ code: number }>().code).toBe(code('notFound'))
  expect((await download('', '?examId=1%27')).json<{ code: number }>().code).toBe(code('badInput'))
})

test('after the setting is removed, candidates can continue within seconds', async () => {
  const { examId } = await setUpExam(app.ctx(), { seb: 'required' }, { single: 1 })
  expect((await send(paper['create-paper'], { examId }, {})).code).toBe(code('sebNeeded'))
  await app.db.updateTable('exam').set({ seb: 'off' }).where('id', '=', examId).execute()
  app.clock.advance(6)
  expect((await send(paper['create-paper'], { examId }, {})).code).toBe(0)
})
