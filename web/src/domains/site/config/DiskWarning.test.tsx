// The warning about full disks.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { disk } from '@shuyuan/contract/site/config/disk.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../test/render.tsx'
import { DiskWarning } from './DiskWarning.tsx'

beforeEach(() => signInWith(['sys:config:update']))
const answer = (detail: Data<typeof disk.detail>) => fakeServer({ [disk.detail.path]: { data: detail } })
const wide = { places: ['data'], freeMb: 90_000, sizeMb: 200_000, level: 'ok' } as const

test.each([
  ['low', '服务器磁盘空间不足，请尽快清理或扩容。'],
  ['full', '服务器磁盘即将写满，已停止上传，请立即清理或扩容。'],
] as const)('%s: names the disk and its figures', async (level, words) => {
  answer({
    level,
    disks: [
      { ...wide, places: ['data'] },
      { places: ['database', 'uploads'], freeMb: 900, sizeMb: 20_480, level },
    ],
  })
  show(<DiskWarning />)
  const warning = (await screen.findByRole('alert')).textContent
  expect(warning).toBe(`${words} 数据库 / 上传的文件所在磁盘剩余 900 MB，共 20.0 GB。`)
})

test('writing that fails is shown although there is room', async () => {
  answer({ level: 'failing', disks: [{ ...wide, places: ['data'] }] })
  show(<DiskWarning />)
  expect((await screen.findByRole('alert')).textContent).toContain('服务器无法写入磁盘，答题和保存可能失败，请立即处理。')
})

test('nothing is shown while there is room', async () => {
  const sent = answer({ level: 'ok', disks: [{ ...wide, places: ['data'] }] })
  show(<DiskWarning />)
  await expect.poll(() => sent.filter((one) => one.path === disk.detail.path).length).toBe(1)
  expect(screen.queryByRole('alert')).toBeNull()
})
