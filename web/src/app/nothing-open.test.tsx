// A learner of a site on which neither courses nor exams are open.
import { config } from '@shuyuan/contract/site/config/config.ts'
import { screen } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { forgetSite, show, signInWith } from '../../test/render.tsx'
import { reloadSite } from '../shared/session/session.ts'
import { SignedInRoutes } from './frame/SignedInRoutes.tsx'

const props = (moduleCourse: string, moduleExam: string) => ({
  [config.detail.path]: { data: { siteName: '书院', props: { moduleCourse, moduleExam } } },
})

it('lands on a page that says so and leads to what is left', async () => {
  await signInWith([])
  fakeServer(props('0', '0'))
  await reloadSite()
  onTestFinished(forgetSite)
  show(<SignedInRoutes />, { path: '/web/index' })
  expect(await screen.findByRole('heading', { name: '暂时没有可用的功能' })).toBeTruthy()
  expect(screen.getByText('课程和考试都没有开放。如有疑问，请联系管理员。')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: '系统公告' }).map((one) => one.getAttribute('href'))).toContain('/web/notice')
})
