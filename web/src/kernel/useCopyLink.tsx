// Gives a learner's address to the clipboard; where the browser refuses (no https), it is shown for copying by hand.
import { useConfirm } from './confirm.tsx'
import { notify } from './notify.ts'

/** @param words `copied` is said when it is in the clipboard, `title` stands above it otherwise */
export function useCopyLink({ title, copied }: { title: string; copied: string }) {
  const confirm = useConfirm()
  return async (path: string) => {
    const address = window.location.origin + path
    try {
      await navigator.clipboard.writeText(address)
      notify.success(copied)
    } catch {
      await confirm({ title, content: <code>{address}</code> })
    }
  }
}
