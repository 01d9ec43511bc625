// The fields of one form: a name that is no field of its endpoint does not compile.
import type { Body, Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import type { ReactNode } from 'react'
import type { PathOf } from '../../kernel/access/path.ts'
import { Field, type FieldProps } from './Field.tsx'

type TypedField<Form> = (props: Omit<FieldProps, 'name'> & { name: PathOf<Form> }) => ReactNode

/** `const Field = fieldOf(exam.save)` at the top of a file with fields of that form. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the endpoint is asked for its type only
export const fieldOf = <E extends Endpoint>(_endpoint: E): TypedField<Body<E>> => Field

/** For components of several forms: the fields that each of these forms must have. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the fields
export const fieldIn = <Form extends object>(): TypedField<Form> => Field
