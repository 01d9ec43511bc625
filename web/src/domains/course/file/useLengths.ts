// The lengths of chosen files, read while they are on their way to the server.
import { useRef } from 'react'
import type { StoredFile } from '../../../shared/upload/useSending.ts'
import { isPlayable, lengthAt, lengthOf } from '../media-length.ts'

const keyOf = ({ name, size }: { name: string; size: number }) => `${size} ${name}`

/** @returns `note` for a file that is about to be sent, and `of` for one that has arrived: whole seconds, 0 for none or unknown */
export function useLengths() {
  const known = useRef(new Map<string, Promise<number>>())
  return {
    note: async (file: File) => {
      known.current.set(keyOf(file), lengthOf(file))
    },
    of: (file: StoredFile): Promise<number> => {
      // the server may have shortened an odd name
      return known.current.get(keyOf(file)) ?? (isPlayable(file.name) ? lengthAt(file.url) : Promise.resolve(0))
    },
  }
}
