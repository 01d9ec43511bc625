// A survey of one question, over the API.
import { survey } from '@shuyuan/contract/survey/survey.ts'
import { signIn } from './fixtures.ts'
import type { Site } from './server.ts'

/** Publishes a survey for everybody, with a link for people without an account. */
export async function openSurvey(site: Site): Promise<{ id: string; link: string }> {
  const { call } = await signIn(site, 'admin')
  const options = ['好', '一般'].map((text, n) => ({ id: `o${n}`, text }))
  const questions = [{ id: 'q1', type: 'single' as const, title: '您觉得怎么样？', options }]
  const { id } = await call(survey.save, { title: `问卷 ${Date.now()}`, questions, open: true, captcha: false })
  await call(survey.publish, { id })
  return { id, link: (await call(survey.detail, { id })).link }
}
