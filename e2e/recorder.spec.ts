// A voice recording in a question: played, discarded, recorded again and inserted.
import { repo } from '@shuyuan/contract/repo/repo.ts'
import type { Page } from '@playwright/test'
import { barriers } from './axe.ts'
import { testWithDevices as test } from './fake-camera.ts'
import { expect, signIn } from './fixtures.ts'

const recorder = (page: Page) => page.getByRole('dialog', { name: '录音' })

async function record(page: Page) {
  const dialog = recorder(page)
  await expect(dialog.getByText('准备就绪 00:00')).toBeVisible()
  await dialog.getByRole('button', { name: '开始录音' }).click()
  await expect(dialog.getByText('正在录音 00:01')).toBeVisible()
  await dialog.getByRole('button', { name: '停止' }).click()
  await expect(dialog.getByText(/^录音完成 00:0\d$/)).toBeVisible()
}

/** The properties in the header of a wav file. */
function soundOf(wav: Buffer) {
  const [channels, rate, bits] = [wav.readUInt16LE(22), wav.readUInt32LE(24), wav.readUInt16LE(34)]
  const isPcm = wav.toString('latin1', 0, 4) === 'RIFF' && wav.toString('latin1', 8, 16) === 'WAVEfmt ' && wav.readUInt16LE(20) === 1
  const samples = new Int16Array(Uint8Array.from(wav.subarray(44)).buffer)
  return {
    isPcm,
    channels,
    rate,
    bits,
    seconds: samples.length / rate,
    loudest: samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0),
  }
}

test('a recording is played, repeated, inserted, and played to the learner', async ({ openAs, site }) => {
  const client = await signIn(site, 'teacher')
  const title = `听力题库${Date.now()}`
  const { id: repoId } = await client.call(repo.save, { title, remark: '', isExam: true, isTrain: true })
  const { page } = await openAs('teacher', `/admin/repo/qu/add?repoId=${repoId}`)
  await page.getByRole('radiogroup', { name: '题型' }).getByText('简答题').click()
  await page.getByRole('textbox', { name: '题干', exact: true }).click()
  await page.keyboard.insertText('听录音回答')
  await page.getByRole('button', { name: '录音' }).first().click()
  await record(page)
  const heard = recorder(page).getByLabel('试听')
  const played = await heard.evaluate(async (audio: HTMLAudioElement) => {
    audio.muted = true
    const ended = new Promise((resolve) => audio.addEventListener('ended', resolve))
    await audio.play()
    await ended
    return audio.duration
  })
  expect(played).toBeGreaterThan(0.3)
  expect(await barriers(page)).toEqual([])
  await recorder(page).getByRole('button', { name: '重新录音' }).click()
  await expect(heard).toBeHidden()
  await record(page)
  await recorder(page).getByRole('button', { name: '插入录音' }).click()
  await expect(page.getByText('录音上传成功！')).toBeVisible()
  await expect(recorder(page)).toBeHidden()

  const address = await page.locator('.tiptap audio').getAttribute('src')
  expect(address).toMatch(/^\/files\/\d{6}\/[\da-f]{32}\.wav$/)
  const stored = await fetch(site.url + address)
  expect(stored.headers.get('content-type')).toBe('audio/wav')
  const sound = soundOf(Buffer.from(await stored.arrayBuffer()))
  expect(sound).toMatchObject({ isPcm: true, channels: 1, rate: 48_000, bits: 16 })
  expect(sound.seconds).toBeGreaterThan(0.3)
  // the fake microphone of the browser beeps
  expect(sound.loudest).toBeGreaterThan(1_000)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByRole('button', { name: /^听录音回答/ })).toBeVisible()

  const learner = await openAs('learner12', `/web/repo/training/${repoId}/1`)
  const audio = learner.page.locator('main audio')
  await expect(audio).toHaveAttribute('src', address ?? '')
  await expect.poll(() => audio.evaluate((one: HTMLAudioElement) => one.duration)).toBeGreaterThan(0.3)
})
