// The start page reads the kind of a reason from its key, in any language of the text.
import { AuditState } from '@shuyuan/contract/exam/apply/audit-state.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { fakeServer } from '../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../test/render.tsx'
import { type Check, Entrance, type Facts } from './Entrance.tsx'

const facts = { id: '5', title: '消防考试', pledge: '', offline: false } as Facts
const check: Check = {
  canStart: false,
  reasons: [],
  reasonKeys: [],
  courses: [],
  needPassword: false,
  needFace: false,
  needApply: false,
  canApply: false,
  apply: null,
  needPay: false,
  price: '0.00',
  costPoints: 0,
  chances: null,
  ongoingPaperId: null,
  terms: {
    startTime: '2026-01-01 09:00:00',
    endTime: null,
    openHours: '',
    minutes: 60,
    fullScreen: false,
    captureMinutes: 0,
    arranged: false,
  },
}
const enter = (more: Partial<Check>) => show(<Entrance facts={facts} check={{ ...check, ...more }} onRefresh={() => undefined} />)

beforeEach(async () => {
  localStorage.clear()
  fakeServer({})
  await signInWith([])
})

it('shows the countdown instead of the reason before the start, and the start form when there is no other reason', () => {
  enter({ reasons: ['The exam has not started yet'], reasonKeys: ['examNotBegun'] })
  expect(screen.getByRole('timer')).toBeTruthy()
  expect(screen.queryByText('The exam has not started yet')).toBeNull()
  expect(screen.getByRole('button', { name: '开始考试' })).toBeTruthy()
})

it('shows a waiting application as information, other reasons as warnings', () => {
  const apply = { auditState: AuditState.waiting, auditMsg: '', applyTime: '2026-01-01 08:00:00', auditUsed: false }
  enter({
    apply,
    reasons: ['Your application is being reviewed, please wait', 'No tries left'],
    reasonKeys: ['applyPending', 'examNoTries'],
  })
  const kinds = screen.getAllByRole('alert').map((alert) => [alert.textContent, alert.dataset.kind])
  expect(kinds).toEqual([
    ['iYour application is being reviewed, please wait', 'info'],
    ['!No tries left', 'warning'],
  ])
  expect(screen.queryByRole('button', { name: '开始考试' })).toBeNull()
})
