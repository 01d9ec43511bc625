// A converted video or sound in the library of files: played as learners hear and see it, with the browser's own controls.
import { useRef, useState } from 'react'
import { CaptionTracks } from '../../file/CaptionTracks.tsx'
import type { PlaylistPreviewProps } from '../../file/file-tools.ts'
import fileStyles from '../../file/course-file.module.css'
import { type PlayProblem, Problem } from './Problem.tsx'
import { useSource } from './useSource.ts'

export function PlaylistPreview(props: PlaylistPreviewProps) {
  const [problem, setProblem] = useState<PlayProblem>()
  if (problem) return <Problem problem={problem} onRetry={() => setProblem(undefined)} />
  return <Playing {...props} onProblem={setProblem} />
}

function Playing({ src, title, play, isSound, captions, onProblem }: PlaylistPreviewProps & { onProblem: (problem: PlayProblem) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  useSource(video, { src, play: play ?? undefined }, { onProblem, onEarly: () => undefined })
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- its tracks are within CaptionTracks
    <video ref={video} controls preload="metadata" aria-label={title} className={isSound ? fileStyles.fileAudio : fileStyles.fileVideo}>
      <CaptionTracks captions={captions} />
    </video>
  )
}
