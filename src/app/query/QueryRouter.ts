import type { DescMethodUnary, Message } from '@bufbuild/protobuf'
import { decodeMessage } from '../../codec/proto/decodeMessage.ts'
import { encodeMessage } from '../../codec/proto/encodeMessage.ts'
import { ChainError, sdkErrors } from '../../errors/ChainError.ts'
import { GrpcStatusError } from '../../errors/GrpcStatusError.ts'
import { BugError } from '../../errors/UserError.ts'
import type { QueryHandler, QueryService } from '../AppModule.ts'
import type { Context } from '../Context.ts'

/** One method of a query service. */
export interface QueryRoute {
	readonly method: DescMethodUnary
	readonly handler: QueryHandler
}

/** Query methods by their gRPC path `/<service>/<Method>` (framework: baseapp/grpcrouter.go). */
export class QueryRouter {
	readonly #routes = new Map<string, QueryRoute>()
	readonly #services: QueryService[] = []

	/** Adds a service. @throws {BugError} for a path taken or a method without a descriptor. */
	register(service: QueryService): void {
		const { desc, handlers } = service
		for (const [name, handler] of Object.entries(handlers)) {
			const method = desc.methods.find((candidate): candidate is DescMethodUnary => {
				return candidate.name === name && candidate.methodKind === 'unary'
			})
			if (method === undefined) throw new BugError(`${desc.typeName} has no unary method ${name}`)
			const path = `/${desc.typeName}/${name}`
			if (this.#routes.has(path)) throw new BugError(`the query path ${path} is already taken`)
			this.#routes.set(path, { method, handler })
		}
		this.#services.push(service)
	}

	/** The method of a path, if there is one. */
	route(path: string): QueryRoute | undefined {
		return this.#routes.get(path)
	}

	/** Every registered service, in order of registration. */
	get services(): readonly QueryService[] {
		return this.#services
	}
}

/** Answers a gRPC query. @throws {ChainError} as `grpcErrorToChainError` converts it. */
export async function answerGrpcQuery(
	{ method, handler }: QueryRoute,
	ctx: Context,
	data: Uint8Array,
): Promise<Uint8Array> {
	try {
		const response: Message = await handler(ctx, decodeMessage(method.input, data))
		return encodeMessage(method.output, response)
	} catch (error) {
		throw grpcErrorToChainError(error)
	}
}

const statusClasses = {
	NotFound: sdkErrors.keyNotFound,
	InvalidArgument: sdkErrors.invalidRequest,
	FailedPrecondition: sdkErrors.invalidRequest,
	Unauthenticated: sdkErrors.unauthorized,
} as const satisfies Readonly<Partial<Record<string, ChainError>>>

/** The ABCI class of a query handler's error (framework: baseapp gRPCErrorToSDKError). Panics pass unchanged. */
function grpcErrorToChainError(error: unknown): unknown {
	if (error instanceof GrpcStatusError) {
		const known: Readonly<Partial<Record<string, ChainError>>> = statusClasses
		return (known[error.codeName] ?? sdkErrors.unknownRequest).wrap(error.message)
	}
	if (error instanceof ChainError && !sdkErrors.panic.is(error)) return sdkErrors.invalidRequest.wrap(error.log)
	return error
}
