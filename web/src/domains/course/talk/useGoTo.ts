// Goes to a place of a course: at once in the open file, else after that file was opened.
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { coursePath } from '../catalog/course-labels.ts'
import { seekTo, whenPlayable } from './stage-place.ts'

export function useGoTo(courseId: string, openFileId: string) {
  const navigate = useNavigate()
  const giveUp = useRef<() => void>(undefined)
  useEffect(() => () => giveUp.current?.(), [])
  return (fileId: string, seconds: number) => {
    giveUp.current?.()
    giveUp.current = undefined
    if (fileId === openFileId && seekTo(seconds)) return
    if (fileId !== openFileId) void navigate(coursePath(courseId, fileId), { state: { play: true, at: seconds } })
    else if (seconds > 0) giveUp.current = whenPlayable(() => void seekTo(seconds))
  }
}
