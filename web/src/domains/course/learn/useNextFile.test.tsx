import { renderHook } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { CourseDetail } from '../catalog/course-labels.ts'
import { nextMedia, usePreload } from './useNextFile.ts'

const VIDEO = 22
const PDF = 11
const file = (fileId: string, more: object = {}) => ({
  fileId,
  fileType: VIDEO,
  viewUrl: '',
  fileUrl: `/files/${fileId}.webm`,
  locked: false,
  ...more,
})
const course = (second: object) => ({ files: [file('1'), file('2', second)] }) as unknown as CourseDetail

test('the next video is known near the end of this file, unless it is locked, a stream or none', () => {
  expect(nextMedia(course({}), '1', 80)).toBe('/files/2.webm')
  expect(nextMedia(course({}), '1', 79)).toBe('')
  expect(nextMedia(course({}), '2', 100)).toBe('')
  for (const other of [{ locked: true }, { fileType: PDF }, { fileUrl: '/files/2.m3u8', viewUrl: '/files/2.m3u8' }])
    expect(nextMedia(course(other), '1', 100)).toBe('')
})

test('its beginning is loaded once, and given up when the page is left', () => {
  const made = vi.spyOn(document, 'createElement')
  onTestFinished(() => made.mockRestore())
  const videos = () => made.mock.results.map(({ value }) => value as HTMLElement).filter((one) => one instanceof HTMLVideoElement)
  const { rerender, unmount } = renderHook(({ src }) => usePreload(src), { initialProps: { src: '' } })
  expect(videos()).toEqual([])
  rerender({ src: '/files/2.webm' })
  rerender({ src: '/files/2.webm' })
  expect(videos().map((one) => [one.getAttribute('src'), one.preload])).toEqual([['/files/2.webm', 'metadata']])
  unmount()
  expect(videos()[0]!.hasAttribute('src')).toBe(false)
})
