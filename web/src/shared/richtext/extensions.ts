// The Tiptap extensions of an editor.
import { Image } from '@tiptap/extension-image'
import { InlineMath, BlockMath } from '@tiptap/extension-mathematics'
import { TableKit } from '@tiptap/extension-table'
import { StarterKit } from '@tiptap/starter-kit'
import { Audio, Subscript, Superscript, TextAlign, Video } from './marks.ts'

/** Valid targets of a link. */
export const isLink = (text: string) => /^(https?:\/\/|mailto:|tel:|\/(?!\/))\S+$/i.test(text)

/** `onFormula` is called with source and position of a clicked formula. */
export const extensions = (onFormula: (latex: string, pos: number) => void) => {
  const formula = {
    katexOptions: { throwOnError: false },
    onClick: (node: { attrs: { latex?: string } }, pos: number) => onFormula(node.attrs.latex ?? '', pos),
  }
  return [
    StarterKit.configure({
      link: { openOnClick: false, autolink: true, isAllowedUri: (url) => isLink(url) },
    }),
    // imported questions may contain pictures as data addresses
    Image.configure({ inline: true, allowBase64: true }),
    TableKit.configure({ table: { resizable: false } }),
    InlineMath.configure(formula),
    BlockMath.configure({ ...formula, katexOptions: { throwOnError: false, displayMode: true } }),
    Subscript,
    Superscript,
    TextAlign,
    Video,
    Audio,
  ]
}
