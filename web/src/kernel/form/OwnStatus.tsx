// Controls of a list within one field: a problem of the field does not colour all of them.
import { Form } from 'antd'
import type { ReactNode } from 'react'

/** The controls inside show their own `status` only. */
export const OwnStatus = ({ children }: { children: ReactNode }) => (
  <Form.Item noStyle validateStatus="">
    {children}
  </Form.Item>
)
