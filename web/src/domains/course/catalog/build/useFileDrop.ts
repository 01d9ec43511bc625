// Files that are dragged from the computer over the builder: the section below the pointer takes them.
import { type DragEvent, useRef, useState } from 'react'

/** Files over the list itself: a dialog over it takes its own. */
const hasFiles = (event: DragEvent) =>
  [...event.dataTransfer.types].includes('Files') && event.target instanceof Node && event.currentTarget.contains(event.target)

/** @param take called with the files and the section; undefined for a drop beside all rows @returns the present section, and the handlers of the list */
export function useFileDrop(isOff: boolean, take: (files: File[], sectionKey: string | null | undefined) => void) {
  const [target, setTarget] = useState<string | null>()
  const [over, setOver] = useState(false)
  // the pointer enters a child before it leaves its parent
  const depth = useRef(0)
  const sectionAt = ({ target: at }: DragEvent): string | null | undefined => {
    const found = at instanceof Element ? at.closest<HTMLElement>('[data-section]')?.dataset['section'] : undefined
    return found === undefined ? undefined : found === '' ? null : found
  }
  const end = () => {
    depth.current = 0
    setOver(false)
    setTarget(undefined)
  }
  const handlers = {
    onDragEnter: (event: DragEvent) => {
      if (isOff || !hasFiles(event)) return
      event.preventDefault()
      depth.current++
      setOver(true)
      setTarget(sectionAt(event))
    },
    onDragOver: (event: DragEvent) => {
      if (isOff || !hasFiles(event)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
    },
    onDragLeave: (event: DragEvent) => {
      if (isOff || !hasFiles(event)) return
      depth.current--
      if (depth.current <= 0) end()
    },
    onDrop: (event: DragEvent) => {
      if (isOff || !hasFiles(event)) return
      event.preventDefault()
      const files = [...event.dataTransfer.files]
      const section = sectionAt(event)
      end()
      if (files.length > 0) take(files, section)
    },
  }
  return { target, over, handlers }
}
