// What tests add to a demo site, over the API.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { path } from '@shuyuan/contract/path/path.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { survey } from '@shuyuan/contract/survey/survey.ts'
import type { Page } from '@playwright/test'
import { expect, signIn } from './fixtures.ts'
import type { Site } from './server.ts'

/** Switches the module of certificates on. */
export async function openCerts(site: Site): Promise<void> {
  const { call } = await signIn(site, 'admin')
  const settings = await call(config.detail, { id: '1' })
  await call(config.save, { ...settings, props: { ...settings.props, moduleCert: true } })
}

/** Opens a learning path of one course for everybody. @returns its id */
export async function openPath(site: Site): Promise<string> {
  const { call } = await signIn(site, 'admin')
  const stages = [{ title: '认识酒店', items: [{ kind: 'course' as const, refId: '1' }] }]
  const { id } = await call(path.save, { title: '一天入门', stages, openType: OpenType.all })
  await call(path.publish, { id })
  return id
}

/** Publishes a survey of one question for everybody, with a link for people without an account. */
export async function openSurvey(site: Site): Promise<{ id: string; link: string }> {
  const { call } = await signIn(site, 'admin')
  const options = ['好', '一般'].map((text, n) => ({ id: `o${n}`, text }))
  const questions = [{ id: 'q1', type: 'single' as const, title: '您觉得怎么样？', options }]
  const { id } = await call(survey.save, { title: `问卷 ${Date.now()}`, questions, open: true, captcha: false })
  await call(survey.publish, { id })
  return { id, link: (await call(survey.detail, { id })).link }
}

/** The demo site's assignment, for its learner's page. */
export async function openAssignment(site: Site) {
  const { call } = await signIn(site, 'learner34')
  const { records } = await call(course['user-paging'], { params: { title: '客人信息保护' } })
  const { files } = await call(course.detail, { id: records[0]!.id })
  const work = files.find((one) => one.fileType === CourseFileType.work)!
  const ready = (page: Page) => expect(page.getByLabel('作业内容', { exact: true })).toBeVisible()
  return { path: `/web/work/${records[0]!.id}/${work.fileId}`, ready }
}
