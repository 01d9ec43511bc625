// The captions of a video in the library of files, for the browser's own controls.
import type { courseFile } from '@shuyuan/contract/course/file/file.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'

export type ShownCaption = Data<typeof courseFile.detail>['captions'][number]

export const CaptionTracks = ({ captions }: { captions: readonly ShownCaption[] }) =>
  captions.map(({ id, url, label, language, isDefault }) => (
    <track key={id} kind="subtitles" src={url} label={label} srcLang={language} default={isDefault} />
  ))
