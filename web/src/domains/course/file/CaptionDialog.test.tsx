import { caption } from '@shuyuan/contract/course/file/caption.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { refused } from '../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../test/render.tsx'
import { CaptionList } from './CaptionList.tsx'

const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\n你好\n'
const stored = { id: '3', language: 'zh', label: '中文', isDefault: true, url: '/', cues: 12, updateTime: '2026-11-24 10:00:00' }
const chooser = () => document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
beforeEach(() => signInWith(['course:file:update']))

test('a file is added with the language of its name; a refusal with its line stands at the file, and the mended file is sent', async () => {
  let tries = 0
  const msg = '第3行“00:01”：不是时间，应写作 00:00:01.000 --> 00:00:04.000'
  const sent = fakeServer({
    [caption.save.path]: () =>
      tries++ === 0 ? refused('badInput', { msg: '', data: { fields: [{ field: 'content', msg }] } }) : { data: { id: '4', cues: 1 } },
  })
  const { mouse } = show(<CaptionList fileId="7" fileName="进场.mp4" captions={[stored]} />)
  expect(screen.getByText('12 条字幕')).toBeTruthy()
  await mouse.click(screen.getByRole('button', { name: /添加字幕/ }))
  await mouse.upload(chooser(), new File(['WEBVTT\n\n00:01\n你好'], '进场.en.vtt'))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/字幕名称/).value).toBe('English'))
  await mouse.click(screen.getByRole('button', { name: '确定' }))
  expect(await screen.findByText(msg)).toBeTruthy()
  await mouse.upload(chooser(), new File([vtt], '进场.en.vtt'))
  await mouse.click(screen.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(bodies(sent, caption.save)).toHaveLength(2))
  expect(bodies(sent, caption.save)[1]).toEqual({ fileId: '7', language: 'en', label: 'English', isDefault: false, content: vtt })
})

test('without a new file the name changes and the text stays', async () => {
  const sent = fakeServer({ [caption.save.path]: { data: { id: '3', cues: 12 } } })
  const { mouse } = show(<CaptionList fileId="7" fileName="进场.mp4" captions={[stored]} />)
  await mouse.click(screen.getByRole('button', { name: '编辑字幕“中文”' }))
  const name = await screen.findByLabelText(/字幕名称/)
  await mouse.clear(name)
  await mouse.type(name, '简体中文')
  await mouse.click(screen.getByRole('button', { name: '确定' }))
  await waitFor(() =>
    expect(bodies(sent, caption.save)).toEqual([{ id: '3', fileId: '7', language: 'zh', label: '简体中文', isDefault: true }]),
  )
})

test('who may not change files sees captions without buttons', async () => {
  await signInWith(['course:file:list'])
  show(<CaptionList fileId="7" fileName="进场.mp4" captions={[stored]} />)
  expect(screen.getByText('默认显示')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
