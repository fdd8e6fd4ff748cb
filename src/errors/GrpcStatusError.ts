import { inOtherWords } from './ChainError.ts'

/** The status codes of gRPC with the numbers and names that Go prints (google.golang.org/grpc/codes). */
export const grpcCodes = {
	OK: 0,
	Canceled: 1,
	Unknown: 2,
	InvalidArgument: 3,
	DeadlineExceeded: 4,
	NotFound: 5,
	AlreadyExists: 6,
	PermissionDenied: 7,
	ResourceExhausted: 8,
	FailedPrecondition: 9,
	Aborted: 10,
	OutOfRange: 11,
	Unimplemented: 12,
	Internal: 13,
	Unavailable: 14,
	DataLoss: 15,
	Unauthenticated: 16,
} as const

/** The name of a gRPC status code. */
export type GrpcCodeName = keyof typeof grpcCodes

/**
 * An error with a gRPC status, as Go's `status.Error` creates it in query servers. Its message is the text that Go
 * prints: `rpc error: code = NotFound desc = ...`.
 */
export class GrpcStatusError extends Error {
	override readonly name = 'GrpcStatusError'
	readonly codeName: GrpcCodeName
	/** The text without the `rpc error` frame. */
	readonly description: string

	constructor(codeName: GrpcCodeName, description: string) {
		super(`rpc error: code = ${codeName} desc = ${description}`)
		this.codeName = codeName
		this.description = description
	}

	/** The number of the status code. */
	get code(): number {
		return grpcCodes[this.codeName]
	}
}

/** What work gives. A ChainError of it is thrown with a gRPC status, and a prefix before its text. */
export function withStatus<Value>(code: GrpcCodeName, work: () => Value, prefix = ''): Value {
	return inOtherWords(work, (error) => new GrpcStatusError(code, `${prefix}${error.log}`))
}
