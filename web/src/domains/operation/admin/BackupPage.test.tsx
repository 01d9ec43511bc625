import { backup, BackupOrigin, BackupStage, BackupState } from '@shuyuan/contract/operation/backup.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page } from '../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { show } from '../../../../test/render.tsx'
import BackupPage from './BackupPage.tsx'

const detail = { plan: null, lastGood: null, late: false, running: false, lastContentBytes: 0 }
const run = {
  id: '1',
  backupState: BackupState.good,
  origin: BackupOrigin.night,
  stage: BackupStage.check,
  startTime: '2026-11-27 02:30:00',
  endTime: '2026-11-27 02:31:00',
  contentBytes: 1,
  bytes: 1,
  verified: true,
  file: 'shuyuan-1.backup',
  removed: false,
  error: '',
}

it('shows the backups; the variables of the server are shown to those who ask how to turn them on', async () => {
  fakeServer({ [backup.detail.path]: { data: detail }, [backup.paging.path]: page([run]) })
  const { mouse } = show(<BackupPage />)
  expect(await screen.findByText('shuyuan-1.backup')).toBeDefined()
  expect(screen.queryByText(/BACKUP_DIR/)).toBeNull()
  await mouse.click(screen.getAllByRole('button', { name: '如何开启每日备份' })[0]!)
  expect(await screen.findByText(/BACKUP_DIR/)).toBeDefined()
})

it('says in words what is planned', async () => {
  const plan = { dir: '/backup', at: '02:30', keep: 7, timeZone: 'Asia/Shanghai' }
  fakeServer({ [backup.detail.path]: { data: { ...detail, plan, lastGood: '2026-11-27 02:31:00' } }, [backup.paging.path]: page([run]) })
  show(<BackupPage />)
  expect(await screen.findByText('每天 02:30 备份到服务器的 /backup，保留最近 7 份。')).toBeDefined()
  expect(document.body.textContent).not.toMatch(/BACKUP_/)
})

it('makes one on demand, and shows how far it is and that it was verified', async () => {
  const plan = { dir: '/backup', at: '02:30', keep: 7, timeZone: 'Asia/Shanghai' }
  const running = {
    ...run,
    backupState: BackupState.running,
    stage: BackupStage.copy,
    contentBytes: 2_000_000,
    bytes: 0,
    endTime: null,
    verified: false,
    file: '',
  }
  let rows: object[] = []
  const sent = fakeServer({
    [backup.detail.path]: () => ({ data: { ...detail, plan, running: rows.includes(running), lastContentBytes: 4_000_000 } }),
    [backup.paging.path]: () => page(rows),
    [backup.run.path]: () => {
      rows = [running]
      return { data: true }
    },
  })
  const { mouse } = show(<BackupPage />)
  expect(await screen.findByText('还没有完成过备份。')).toBeDefined()
  await mouse.click(screen.getAllByRole('button', { name: '立即备份' })[0]!)
  expect((await screen.findByText(/1\.9 MB \/ 约 3\.8 MB/)).textContent).toContain('备份中')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '立即备份' }).disabled).toBe(true)
  expect(bodies(sent, backup.run)).toHaveLength(1)
  rows = [run]
  // the page looks again by itself
  expect(await screen.findByText('备份完成')).toBeDefined()
  expect(screen.getByText('shuyuan-1.backup')).toBeDefined()
})
