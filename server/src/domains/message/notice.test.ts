// Notices: every user reads visible ones, only editors see hidden ones.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { notice, NoticeState } from '@shuyuan/contract/message/notice.ts'
import { expect, test } from 'vitest'
import { startWith } from '../../../test/people.ts'
import type { Person } from '../../../test/start-app.ts'

const { app, ann, admin } = await startWith('ann')

const save = (title: string, more: object = {}) => app.ok(notice.save, { title, content: `<p>${title}的正文</p>`, ...more }, admin.token)
const titlesOf = async (person: Person, params: object = {}) =>
  (await app.ok(notice.paging, { params }, person.token)).records.map((row) => row.title)

test('visible ones are listed for every user, newest first, hidden ones only for editors', async () => {
  await save('第一条')
  app.clock.advance(1)
  const hidden = await save('第二条', { state: NoticeState.hidden })
  app.clock.advance(1)
  await save('停水通知')
  expect(await titlesOf(ann)).toEqual(['停水通知', '第一条'])
  expect(await titlesOf(ann, { state: NoticeState.hidden })).toEqual([])
  expect(await titlesOf(ann, { title: '停水' })).toEqual(['停水通知'])
  expect(await titlesOf(admin)).toEqual(['停水通知', '第二条', '第一条'])
  expect((await app.call(notice.detail, { id: hidden.id }, ann.token)).code).toBe(errors.notFound[0])
  expect(await app.ok(notice.detail, { id: hidden.id }, admin.token)).toMatchObject({
    content: '<p>第二条的正文</p>',
    state_dictText: '隐藏',
  })
  await app.ok(notice.state, { ids: [hidden.id], state: NoticeState.shown }, admin.token)
  expect(await app.ok(notice.detail, { id: hidden.id }, ann.token)).toMatchObject({ title: '第二条', summary: '第二条的正文' })
})

test('scripts are removed, and an empty text is refused', async () => {
  const { id } = await save('带脚本', {
    content: '<p onclick="steal()">正文<script>steal()</script><img src="javascript:steal()" onerror="x"></p>',
  })
  const { content } = await app.ok(notice.detail, { id }, ann.token)
  expect(content).toContain('正文')
  expect(content).not.toMatch(/script|onclick|onerror|steal/)
  const empty = await app.call(notice.save, { title: '空', content: '<p>&nbsp;</p>' }, admin.token)
  expect(empty.fields).toEqual([{ field: 'content', msg: '请填写公告内容' }])
})

test('an edit records before and after; a removed one is not found', async () => {
  const { id } = await save('原标题')
  await app.ok(notice.save, { id, title: '新标题', content: '<p>新</p>', state: NoticeState.shown }, admin.token)
  const row = await app.db.selectFrom('sysLog').where('path', '=', notice.save.path).orderBy('id', 'desc').selectAll().executeTakeFirst()
  expect(row).toMatchObject({ before: { title: '原标题' }, after: { title: '新标题' } })
  await app.ok(notice.delete, { ids: [id] }, admin.token)
  expect((await app.call(notice.detail, { id }, ann.token)).code).toBe(errors.notFound[0])
  expect((await app.call(notice.save, { id, title: '再来', content: '<p>x</p>' }, admin.token)).code).toBe(errors.notFound[0])
})

test('learners cannot save notices', async () => {
  expect((await app.call(notice.save, { title: 'x', content: 'x' }, ann.token)).code).toBe(errors.forbidden[0])
  expect((await app.call(notice.delete, { ids: ['1'] }, ann.token)).code).toBe(errors.forbidden[0])
})

test('of classes only the editor’s are stored', async () => {
  const content = '<p class="ant-modal-wrap ant-modal-mask">文</p><pre><code class="language-js ant-btn">1</code></pre>'
  const { id } = await save('类名', { content })
  expect((await app.ok(notice.detail, { id }, ann.token)).content).toBe('<p>文</p><pre><code class="language-js">1</code></pre>')
})

test('pictures and recordings that pages would not load are stored as links that name them', async () => {
  const content = '<p><img src="https://far.example/a.png"><img src="/files/b.png"></p><video src="//far.example/c.mp4"></video>'
  const { id } = await save('外部图片', { content: `${content}<video src="/files/d.mp4" poster="https://far.example/p.png"></video>` })
  const stored = (await app.ok(notice.detail, { id }, ann.token)).content
  expect(stored).toContain('［外部图片，请上传后插入：https://far.example/a.png］</a>')
  expect(stored).toContain('［外部视频，请上传后插入：//far.example/c.mp4］</a>')
  expect(stored).toContain('<video src="/files/d.mp4"></video>')
  expect(stored.match(/src="[^"]*"/g)).toEqual(['src="/files/b.png"', 'src="/files/d.mp4"'])
})
