// The beginning of the next file is loaded while the end of this one plays.
import { useEffect } from 'react'
import { addressOf, type CourseDetail, fileAfter, isMedia, wayOf } from '../catalog/course-labels.ts'
import { isPlaylist } from './player/useSource.ts'

/** percent of the file that is learnt, from which on the learner soon needs the next one */
const SOON = 80

/** The address of the next file, if it is a video or recording that this page may open; '' otherwise. */
export function nextMedia({ files }: Pick<CourseDetail, 'files'>, fileId: string, process: number): string {
  const next = fileAfter(files, fileId)
  if (!next || process < SOON || next.locked || !isMedia(wayOf(next))) return ''
  const src = addressOf(next)
  return isPlaylist(src) ? '' : src
}

/** Loads length and first seconds, in no element of the page. */
export function usePreload(src: string) {
  useEffect(() => {
    if (src === '') return undefined
    const media = document.createElement('video')
    media.preload = 'metadata'
    media.muted = true
    media.src = src
    return () => media.removeAttribute('src')
  }, [src])
}
