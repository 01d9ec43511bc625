// The state of the system: parts that are not installed, each with its command.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { status } from '@shuyuan/contract/operation/status.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../../../test/fake-server.ts'
import { show } from '../../../../test/render.tsx'
import StatusPage from './StatusPage.tsx'

const work = { waiting: 0, running: 0, failed: 0, oldestSeconds: 0 }
const sent = { sent: 0, failed: 0 }
const database = {
  version: '18.1',
  isBuiltIn: true,
  bytes: 1,
  connections: 1,
  mostConnections: 100,
  migration: '20261207130000_invoice_price',
  migrationTime: null,
}
const state = (missing: Data<typeof status.detail>['missing']): Data<typeof status.detail> => ({
  warnings: [],
  version: '0.1.0+1a2b3c4d',
  buildDate: '2026-12-31',
  database,
  disks: [],
  bus: { kind: 'database', isConnected: true },
  jobs: work,
  tasks: work,
  sms: sent,
  mail: sent,
  services: [],
  backup: { isOn: false, lastGood: null },
  encoder: { source: 'none', version: '' },
  missing,
  nodes: [],
})

test('names the parts that are missing, with the command that installs them', async () => {
  const install = 'npm i --no-save --omit=dev --omit=optional @img/sharp-linux-x64@0.35.5'
  fakeServer({ [status.detail.path]: { data: state([{ part: 'pictures', install }]) } })
  show(<StatusPage />)
  expect(await screen.findByText(install)).toBeTruthy()
  expect(screen.getByText(/不能上传和处理图片/)).toBeTruthy()
})

test('says nothing where all are installed', async () => {
  fakeServer({ [status.detail.path]: { data: state([]) } })
  show(<StatusPage />)
  expect(await screen.findByText('一切正常。')).toBeTruthy()
  expect(screen.queryByText(/服务器缺少以下组件/)).toBeNull()
  expect(screen.getByText('0.1.0+1a2b3c4d（2026-12-31）')).toBeTruthy()
})

test('says which database it is, and when the last backup was made', async () => {
  fakeServer({ [status.detail.path]: { data: { ...state([]), backup: { isOn: true, lastGood: toWallClock(new Date()) } } } })
  show(<StatusPage />)
  expect((await screen.findByText('最近备份')).parentElement?.textContent).toContain('刚刚')
  expect(screen.getByText(/^PostgreSQL 18\.1/)).toBeTruthy()
})

test('says what an interrupted bus means, and over what it goes', async () => {
  fakeServer({ [status.detail.path]: { data: { ...state([]), warnings: ['bus'], bus: { kind: 'redis', isConnected: false } } } })
  show(<StatusPage />)
  expect((await screen.findByRole('alert')).textContent).toContain('请检查 Redis（REDIS_URL）')
  expect(screen.getByText('Redis（中断）')).toBeTruthy()
})

test('names the services outside that fail', async () => {
  const services = [{ host: 'sms.example', calls: 12, failed: 9 }]
  fakeServer({ [status.detail.path]: { data: { ...state([]), warnings: ['services'], services } } })
  show(<StatusPage />)
  expect((await screen.findByRole('alert')).textContent).toContain('外部服务请求失败')
  expect(screen.getByText('sms.example').nextSibling?.textContent).toBe('10 分钟内 12 次请求，失败 9 次')
})
