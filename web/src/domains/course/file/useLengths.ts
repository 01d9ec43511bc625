// The lengths of chosen media files, read during the upload.
import { useRef } from 'react'
import type { StoredFile } from '../../../shared/upload/useSending.ts'
import { isPlayable, lengthAt, lengthOf } from './media-length.ts'

const keyOf = ({ name, size }: { name: string; size: number }) => `${size} ${name}`

/** @returns `note` starts reading a file before its upload, `of` gives the length of an uploaded one: whole seconds, 0 for none or unknown */
export function useLengths() {
  const lengths = useRef(new Map<string, Promise<number>>())
  return {
    note: async (file: File) => {
      lengths.current.set(keyOf(file), lengthOf(file))
    },
    of: (file: StoredFile): Promise<number> => {
      // the server may have shortened the name
      return lengths.current.get(keyOf(file)) ?? (isPlayable(file.name) ? lengthAt(file.url) : Promise.resolve(0))
    },
  }
}
