// What the library of files plays: a converted file by its playlist, an encrypted one with the key of the caller.
import { courseFile, CourseFileState } from '@shuyuan/contract/course/file/file.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer } from '../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../test/render.tsx'
import { VIDEO } from './file-labels.ts'
import { FilePreview } from './FilePreview.tsx'
import { fileTools, type PlaylistPreviewProps } from './file-tools.ts'

const shownAs = vi.fn<(props: PlaylistPreviewProps) => void>()
function PlaylistPreview(props: PlaylistPreviewProps) {
  shownAs(props)
  return <p>{props.title}</p>
}
beforeEach(() => {
  shownAs.mockClear()
  fileTools.set({
    WithMakes: undefined,
    MakeFrom: undefined,
    lessonDialogs: [],
    WorkPreview: undefined,
    WorkDialog: undefined,
    RoomPreview: undefined,
    RoomDialog: undefined,
    PackagePreview: undefined,
    PlaylistPreview,
  })
})

const file = {
  id: '7',
  state: CourseFileState.ready,
  title: '安全生产',
  fileName: 'a.mp4',
  fileSize: 1_000,
  fileType: VIDEO,
  fileUrl: '/files/a.mp4?u=1',
  viewUrl: '/api/course/file/play/7/1/1/x/index.m3u8',
} as const
const play = { key: '0123456789abcdef', iv: 'fedcba9876543210' }

test('a playlist is played, not offered for download', () => {
  show(<FilePreview file={{ ...file, rendition: 'm3u8' }} />)
  screen.getByText('安全生产')
  expect(shownAs).toHaveBeenCalledWith({ src: file.viewUrl, title: '安全生产', play: null, isSound: false, captions: [] })
  expect(screen.queryByRole('link')).toBeNull()
})

test('a row of a list fetches how the key of an encrypted video is asked for', async () => {
  await signInWith(['course:file:list'])
  fakeServer({ [courseFile.detail.path]: { data: { ...file, rendition: 'm3u8_encode', play } } })
  show(<FilePreview file={{ ...file, rendition: 'm3u8_encode' }} />)
  await screen.findByText('安全生产')
  expect(shownAs).toHaveBeenCalledWith({ src: file.viewUrl, title: '安全生产', play, isSound: false, captions: [] })
})
