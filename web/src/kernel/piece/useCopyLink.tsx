// Copies a learner's address to the clipboard; where the browser refuses (no https), shows it for manual copying.
import { useConfirm } from './confirm.tsx'
import { notify } from '../notify.ts'

/** @param words `copied`: notice after copying; `title`: title of the dialog with the address */
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
