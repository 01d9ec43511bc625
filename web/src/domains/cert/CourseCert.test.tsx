// The certificate of a finished course on the course's page: what it shows, and of which course it asks.
import { FileState, grant } from '@shuyuan/contract/cert/grant.ts'
import { siteInfo } from '@shuyuan/contract/site/config/config-site.ts'
import { cleanup, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { fakeServer } from '../../../test/fake-server.ts'
import { show, signInWith } from '../../../test/render.tsx'
import { reloadSite } from '../../shared/session/session.ts'
import { CourseCert } from './CourseCert.tsx'

beforeEach(() => signInWith([]))

const row = {
  id: '9',
  certId: '3',
  title: '消防结业证书',
  certGrantNo: 'C2026-1',
  authority: '书院',
  createTime: '2026-11-27 02:13:00',
  expireTime: null,
  status: 'valid',
  revokeReason: '',
  fileState: FileState.ready,
  certFilePdf: '/files/a.pdf',
  verifyUrl: '',
}
const path = grant['my-paging'].path
const serve = async (records: object[], moduleCert = true) => {
  const sent = fakeServer({
    [path]: { data: { records, total: records.length } },
    [siteInfo.detail.path]: { data: { props: { moduleCert } } },
  })
  await reloadSite()
  return sent
}

it('shows the certificate of this course, its file, and the way to all certificates', async () => {
  const sent = await serve([row])
  show(<CourseCert courseId="5" />)
  expect((await screen.findByRole('article', { name: '证书' })).textContent).toContain('消防结业证书C2026-1')
  expect(screen.getByRole('link', { name: '下载证书“消防结业证书”' }).getAttribute('href')).toBe('/files/a.pdf')
  expect(screen.getByRole('link', { name: '我的证书' }).getAttribute('href')).toBe('/web/uc?to=cert')
  expect(sent.find((one) => one.path === path)?.body).toMatchObject({ params: { refType: 'course', refId: '5' } })
})

it('shows nothing of a revoked certificate, and does not ask while certificates are off', async () => {
  const sent = await serve([{ ...row, status: 'revoked' }])
  show(<CourseCert courseId="5" />)
  await expect.poll(() => sent.some((one) => one.path === path)).toBe(true)
  expect(screen.queryByRole('article')).toBe(null)
  cleanup()
  const none = await serve([row], false)
  show(<CourseCert courseId="5" />)
  expect(none.map((one) => one.path)).toEqual([siteInfo.detail.path])
})
