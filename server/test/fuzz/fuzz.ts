// The fuzzer: sends generated bodies to every endpoint as every role, until the time is over.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { examChannel } from '@shuyuan/contract/paper/channel/exam-hint.ts'
import { watchChannel } from '@shuyuan/contract/paper/channel/watch-change.ts'
import { battleChannel } from '@shuyuan/contract/battle/battle-hint.ts'
import { readChannel } from '@shuyuan/contract/course/learn/read-hint.ts'
import { liveChannel } from '@shuyuan/contract/live/live-hint.ts'
import { payChannel } from '@shuyuan/contract/pay/order/pay-hint.ts'
import { userChannel } from '@shuyuan/contract/message/user-hint.ts'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocket } from 'ws'
import { type Random, seededRandom, shuffled } from '../../src/domains/paper/question/random.rules.ts'
import { served } from '../../src/domains.ts'
import type { TestApp } from '../start-app.ts'
import { type Caller, needsSignIn, send, type Sent, shipmentFor, socketAddress } from './call.ts'
import { type Finding, leaksIn } from './leaks.ts'
import { chance, pick } from './values.ts'
import { accounts, prepareSite, readIds, type Role, roles, signIn, type Site } from './site.ts'

/** Addresses besides the endpoints: the sockets, and the page of the local sign-in provider. */
export const addresses = [
  ...[examChannel, watchChannel, readChannel, userChannel, payChannel, battleChannel, liveChannel].map((one) => one.path),
  '/api/sys/user/third-local',
  '/api/course/file/play/1/2/3/4/index.m3u8',
  '/api/course/caption/1/2/3/4',
  '/api/live/play/1/2/3/4/index.m3u8',
  '/api/live/cast/1/2/3/4/1',
  '/api/common/file/pieces/00000000-0000-4000-8000-000000000000',
  '/api/course/scorm/play/1-2-3/index.html',
  '/api/paper/piece/1/2/3/4',
  '/api/paper/evidence/media/1/2/3/4',
  '/face-track/models.json',
  '/manifest.webmanifest',
  '/icons/192.png',
]
/** `calls` 0: as many as the seconds allow; else so many, however long they take */
export type Options = { seconds: number; seed: number; slowMs: number; calls: number }
export type Outcome = {
  calls: number
  paths: Set<string>
  findings: Finding[]
  answered: Map<number, number>
  /** calls that the server carried out */ accepted: number
  /** addresses that are no JSON calls, as the domains registered them */ pages: number
  /** role, path and body of the last call */
  last: string
}
/** Calls until the next pass starts on a fresh copy of the site. */
const PASS_CALLS = 4_000
const SHOWN = 1_500
const OK = 200

/**
 * Fuzzes for about this many seconds after the site is prepared; every endpoint and socket is called at least once.
 * @returns the findings, each once per path and kind
 */
export async function fuzz(options: Options): Promise<Outcome> {
  const outcome: Outcome = { calls: 0, paths: new Set(), findings: [], answered: new Map(), accepted: 0, pages: 0, last: '' }
  const random = seededRandom(options.seed)
  const site = await prepareSite()
  try {
    const until = Date.now() + options.seconds * 1_000
    const isOver = () => (options.calls > 0 ? outcome.calls >= options.calls : Date.now() > until)
    do await onePass(site, random, options, isOver, outcome)
    while (!isOver())
  } finally {
    await site.close()
  }
  return outcome
}

async function onePass(site: Site, random: Random, { slowMs }: Options, isOver: () => boolean, outcome: Outcome) {
  const app = await site.open()
  try {
    outcome.pages = app.started.pages.length
    const caller = await callerOn(app, random)
    const isFirst = outcome.calls === 0
    for (let calls = 0; calls < PASS_CALLS;) {
      for (const { endpoint } of shuffled(served, random)) {
        const isNew = isFirst && !outcome.paths.has(endpoint.path)
        if (isOver() && !isNew) continue
        const role = chance(0.4, random) ? 'administrator' : pick(roles, random)
        const shipment = shipmentFor(endpoint, caller)
        const sent = await send(caller, role, shipment)
        calls += 1
        const body =
          typeof shipment.body === 'string'
            ? shipment.body
            : [...(shipment.body ?? [])].map(([key, value]) => `${key}=${typeof value === 'string' ? value : 'file'}`).join('&')
        await judge(caller, { path: endpoint.path, role, body: shipment.method === 'GET' ? shipment.path : body }, sent, slowMs, outcome)
        if (needsSignIn(sent) && role !== 'visitor') caller.tokens[role] = await signIn(app, role)
      }
      await knockOnSockets(caller, slowMs, outcome)
      if (isOver()) break
    }
  } finally {
    await app.close()
    await app.drop()
  }
}

async function callerOn(app: TestApp, random: Random): Promise<Caller> {
  const tokens = {} as Record<Role, string>
  for (const role of roles) tokens[role] = await signIn(app, role)
  const idsFor = await readIds(app)
  return { app, tokens, random, idsFor, others: [...idsFor('', ''), ...roles.map((role) => accounts[role])] }
}

async function judge(caller: Caller, about: Pick<Finding, 'path' | 'role' | 'body'>, sent: Sent, slowMs: number, outcome: Outcome) {
  outcome.calls += 1
  if (sent.status === OK && sent.code === 0) outcome.accepted += 1
  outcome.paths.add(about.path)
  outcome.answered.set(sent.status, (outcome.answered.get(sent.status) ?? 0) + 1)
  const found = [
    ...(sent.status === 0 || sent.status >= 500 ? [sent.status === 0 ? 'no answer' : 'fault of the server'] : []),
    ...(sent.ms > slowMs ? [`slow: ${Math.round(sent.ms)} ms`] : []),
    ...leaksIn(sent.text, about.role),
  ]
  for (const what of found) {
    if (what.startsWith('answer key') && !(await isSitting(caller.app))) continue
    if (what.startsWith('answer of another') && (await marksPapers(caller.app, about.role))) continue
    const kind = what.split(':', 1)[0] ?? what
    if (outcome.findings.some((one) => one.path === about.path && one.what.startsWith(kind))) continue
    outcome.findings.push({
      ...about,
      what,
      status: sent.status,
      body: about.body.slice(0, SHOWN),
      answer: sent.text.slice(0, SHOWN),
      after: outcome.last,
    })
  }
  outcome.last = `${about.role} ${about.path} ${sent.status} ${about.body.slice(0, SHOWN)}`
}

/** Whether other calls of the run have given the account a role that marks papers. */
async function marksPapers({ db }: TestApp, role: string) {
  const rights = await db
    .selectFrom('sysUser')
    .innerJoin('sysUserRole', 'sysUserRole.userId', 'sysUser.id')
    .innerJoin('sysRoleMenu', 'sysRoleMenu.roleId', 'sysUserRole.roleId')
    .innerJoin('sysMenu', 'sysMenu.id', 'sysRoleMenu.menuId')
    .where('userName', '=', accounts[role as Role])
    .where('permissionTag', '=', 'paper:review')
    .select('sysMenu.id')
    .execute()
  return rights.length > 0
}

/** Whether the learner's paper is still open and its bank closed for training: other calls of the run may have changed both. */
async function isSitting({ db }: TestApp) {
  const open = await db
    .selectFrom('paper')
    .innerJoin('exam', 'exam.id', 'paper.examId')
    .innerJoin('sysUser', 'sysUser.id', 'paper.userId')
    .where('sysUser.userName', '=', accounts.learner)
    .where('exam.title', '=', '进行中的考试')
    .where('paper.state', '=', PaperState.open)
    .select('paper.id')
    .executeTakeFirst()
  const trained = await db.selectFrom('repo').where('isTrain', '=', true).where('title', 'like', '题库%').select('id').executeTakeFirst()
  return open !== undefined && trained === undefined
}

async function knockOnSockets(caller: Caller, slowMs: number, outcome: Outcome) {
  const { port } = caller.app.http.server.address() as AddressInfo
  for (const path of addresses) {
    const address = socketAddress(path, caller)
    const sent = await send(caller, 'learner', { path: address, method: 'GET' })
    await judge(caller, { path, role: 'learner', body: address }, sent, slowMs, outcome)
    const socket = new WebSocket(`ws://127.0.0.1:${port}${address}`)
    socket.on('error', () => undefined)
    await Promise.race([once(socket, 'open'), once(socket, 'close')]).catch(() => undefined)
    if (socket.readyState === WebSocket.OPEN) for (const text of ['ping', '{', '\u0000', 'x'.repeat(100_000)]) socket.send(text)
    socket.terminate()
  }
}
