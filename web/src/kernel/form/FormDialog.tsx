// A short form in a dialog.
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { Modal } from 'antd'
import { useRef } from 'react'
import { useConfirm } from '../piece/confirm.tsx'
import { focusFirst } from './focus-first.ts'
import { t } from '../i18n.ts'
import styles from './schema-form.module.css'
import { SchemaForm, type SchemaFormProps } from './SchemaForm.tsx'

type FormDialogProps<E extends Endpoint> = Omit<SchemaFormProps<E>, 'dialog' | 'onCancel' | 'dirtyRef'> & {
  open: boolean
  title: string
  /** after success too */
  onClose: () => void
  /** pixels, by default 520 */
  width?: number
}

/**
 * The form starts anew each time the dialog opens, with the focus in its first field if that is empty; closing with unsaved changes asks first. Its
 * controls have ids of their own, because the page behind it may have a field of the same name.
 */
export function FormDialog<E extends Endpoint>({ open, title, onClose, width = 520, onDone, children, ...form }: FormDialogProps<E>) {
  const dirty = useRef(() => false)
  const body = useRef<HTMLDivElement>(null)
  const confirm = useConfirm()
  const close = async () => {
    if (!dirty.current() || (await confirm({ content: t('内容还没有保存，确定要关闭吗？') }))) onClose()
  }
  return (
    <Modal
      open={open}
      title={title}
      width={width}
      footer={null}
      destroyOnHidden
      className={styles.formDialog ?? ''}
      style={{ insetBlockStart: 48 }}
      mask={{ closable: false }}
      onCancel={() => void close()}
      afterOpenChange={(isOpen) => isOpen && focusFirst(body.current)}
    >
      <div ref={body}>
        <SchemaForm
          idPrefix="dialog"
          {...(form as unknown as SchemaFormProps<E>)}
          dialog
          dirtyRef={dirty}
          onCancel={() => void close()}
          onDone={(data, body) => {
            onDone?.(data, body)
            onClose()
          }}
        >
          {children}
        </SchemaForm>
      </div>
    </Modal>
  )
}
