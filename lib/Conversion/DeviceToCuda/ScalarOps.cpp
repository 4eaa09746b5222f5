// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Single ops of a kernel's body as C++ expressions. Operators stand for what
// C++ defines as the op does, and the C library's names for what is one machine
// instruction; everything else is a function of amp_device.h. A function of one
// operation takes NVRTC longer to put in place than the operation itself.

#include "CudaWriter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include "llvm/ADT/TypeSwitch.h"

#include <cstdlib>

using namespace mlir;
using namespace amp;
using namespace amp::cuda;

StringRef cuda::registerType(Type type) {
  if (type.isInteger(1))
    return "bool";
  return memoryType(type);
}

StringRef cuda::memoryType(Type type) {
  if (type.isF32())
    return "float";
  if (type.isF64())
    return "double";
  if (type.isF16() || type.isBF16())
    return "unsigned short";
  switch (type.getIntOrFloatBitWidth()) {
  case 1:
    return "unsigned char";
  case 8:
    return "signed char";
  case 16:
    return "short";
  case 32:
    return "int";
  default:
    return "long long";
  }
}

/// The shortest decimal that reads back as the same number.
static std::string printFloat(const APFloat &value, bool isDouble) {
  double number =
      isDouble ? value.convertToDouble() : double(value.convertToFloat());
  for (int digits = 1; digits <= 17; ++digits) {
    char text[40];
    snprintf(text, sizeof(text), "%.*g", digits, number);
    bool same = isDouble ? std::strtod(text, nullptr) == number
                         : std::strtof(text, nullptr) == float(number);
    if (!same)
      continue;
    std::string result = text;
    if (result.find_first_of(".e") == std::string::npos)
      result += ".0";
    return isDouble ? result : result + "f";
  }
  llvm_unreachable("17 digits tell all doubles apart");
}

std::string cuda::printConstant(Attribute attribute) {
  if (auto real = dyn_cast<FloatAttr>(attribute)) {
    APFloat value = real.getValue();
    uint64_t bits = value.bitcastToAPInt().getZExtValue();
    Type type = real.getType();
    if (type.isF16() || type.isBF16())
      return "(unsigned short)" + std::to_string(bits);
    if (value.isFinite())
      return printFloat(value, type.isF64());
    return (type.isF64() ? "__longlong_as_double(0x" : "__uint_as_float(0x") +
           llvm::utohexstr(bits, /*LowerCase=*/true) +
           (type.isF64() ? "ull)" : "u)");
  }
  auto integer = cast<IntegerAttr>(attribute);
  if (integer.getType().isInteger(1))
    return integer.getValue().isZero() ? "false" : "true";
  int64_t value = integer.getValue().getSExtValue();
  StringRef suffix = integer.getType().isInteger(64) ? "ll" : "";
  // The smallest integer is not a literal: its magnitude does not fit.
  if (integer.getValue().isMinSignedValue())
    return ("(" + Twine(value + 1) + suffix + " - 1)").str();
  std::string text = (Twine(value) + suffix).str();
  return value < 0 ? "(" + text + ")" : text;
}

/// A comparison of floats; the unordered ones negate their opposite.
static std::string printCompare(arith::CmpFPredicate predicate, StringRef a,
                                StringRef b) {
  using Predicate = arith::CmpFPredicate;
  auto infix = [&](StringRef op) { return (a + " " + op + " " + b).str(); };
  auto negated = [&](StringRef op) { return "!(" + infix(op) + ")"; };
  auto ordered = [&] {
    return (a + " == " + a + " && " + b + " == " + b).str();
  };
  switch (predicate) {
  case Predicate::AlwaysFalse:
    return "false";
  case Predicate::AlwaysTrue:
    return "true";
  case Predicate::OEQ:
    return infix("==");
  case Predicate::OGT:
    return infix(">");
  case Predicate::OGE:
    return infix(">=");
  case Predicate::OLT:
    return infix("<");
  case Predicate::OLE:
    return infix("<=");
  case Predicate::ONE:
    return (a + " < " + b + " || " + a + " > " + b).str();
  case Predicate::ORD:
    return ordered();
  case Predicate::UEQ:
    return ("!(" + a + " < " + b + " || " + a + " > " + b + ")").str();
  case Predicate::UGT:
    return negated("<=");
  case Predicate::UGE:
    return negated("<");
  case Predicate::ULT:
    return negated(">=");
  case Predicate::ULE:
    return negated(">");
  case Predicate::UNE:
    return infix("!=");
  case Predicate::UNO:
    return "!(" + ordered() + ")";
  }
  llvm_unreachable("all predicates are covered");
}

static std::string printCompare(arith::CmpIPredicate predicate, StringRef a,
                                StringRef b) {
  using Predicate = arith::CmpIPredicate;
  auto infix = [&](StringRef op) { return (a + " " + op + " " + b).str(); };
  auto isUnsigned = [&](StringRef op) {
    return ("amp_unsigned(" + a + ") " + op + " amp_unsigned(" + b + ")").str();
  };
  switch (predicate) {
  case Predicate::eq:
    return infix("==");
  case Predicate::ne:
    return infix("!=");
  case Predicate::slt:
    return infix("<");
  case Predicate::sle:
    return infix("<=");
  case Predicate::sgt:
    return infix(">");
  case Predicate::sge:
    return infix(">=");
  case Predicate::ult:
    return isUnsigned("<");
  case Predicate::ule:
    return isUnsigned("<=");
  case Predicate::ugt:
    return isUnsigned(">");
  case Predicate::uge:
    return isUnsigned(">=");
  }
  llvm_unreachable("all predicates are covered");
}

/// The name of a format in the header's conversion functions.
static StringRef formatName(Type type) {
  if (type.isBF16())
    return "bf16";
  if (type.isF16())
    return "f16";
  return type.isF64() ? "f64" : "f32";
}

/// A conversion between floating-point formats: as the header's function where
/// C++ has no type or no exact rule for it.
static std::string printConversion(Type from, Type to, StringRef value) {
  bool narrow = from.isF16() || from.isBF16() || to.isF16() || to.isBF16();
  if (!narrow)
    return ("(" + registerType(to) + ")" + value).str();
  return ("amp_" + formatName(from) + "_to_" + formatName(to) + "(" + value +
          ")")
      .str();
}

static std::string printBitcast(Type from, Type to, StringRef value) {
  if (to.isF32())
    return ("__int_as_float(" + value + ")").str();
  if (to.isF64())
    return ("__longlong_as_double(" + value + ")").str();
  if (from.isF32())
    return ("__float_as_int(" + value + ")").str();
  if (from.isF64())
    return ("__double_as_longlong(" + value + ")").str();
  return ("(" + registerType(to) + ")" + value).str();
}

/// The functions and operators that take the operands as they are: infix
/// operators by their sign, functions by their name.
static StringRef getSimpleOp(Operation *op) {
  return llvm::TypeSwitch<Operation *, StringRef>(op)
      .Case([](arith::AddFOp) { return "+"; })
      .Case([](arith::SubFOp) { return "-"; })
      .Case([](arith::MulFOp) { return "*"; })
      .Case([](arith::DivFOp) { return "amp_divide"; })
      .Case([](arith::AndIOp) { return "&"; })
      .Case([](arith::OrIOp) { return "|"; })
      .Case([](arith::XOrIOp) { return "^"; })
      .Case([](arith::ShRSIOp) { return ">>"; })
      .Case([](arith::MaximumFOp) { return "amp_maximum"; })
      .Case([](arith::MinimumFOp) { return "amp_minimum"; })
      .Case([](arith::MaxNumFOp) { return "amp_maxnum"; })
      .Case([](arith::MinNumFOp) { return "amp_minnum"; })
      .Case([](arith::DivSIOp) { return "amp_divsi"; })
      .Case([](arith::RemSIOp) { return "amp_remsi"; })
      .Case([](arith::DivUIOp) { return "amp_divui"; })
      .Case([](arith::RemUIOp) { return "amp_remui"; })
      .Case([](arith::ShRUIOp) { return "amp_shrui"; })
      .Case([](arith::MaxSIOp) { return "amp_maxi"; })
      .Case([](arith::MinSIOp) { return "amp_mini"; })
      .Case([](math::AbsIOp) { return "amp_absi"; })
      .Case([](math::SqrtOp) { return "amp_sqrt"; })
      .Case([](math::IsNaNOp) { return "amp_isnan"; })
      .Case([](math::IsInfOp) { return "amp_isinf"; })
      .Case([](math::IsFiniteOp) { return "amp_isfinite"; })
      .Default([](Operation *) { return ""; });
}

/// The C library's name of an exact function, as it is for f64.
static StringRef getExactFunction(Operation *op) {
  return llvm::TypeSwitch<Operation *, StringRef>(op)
      .Case([](arith::RemFOp) { return "fmod"; })
      .Case([](math::FmaOp) { return "fma"; })
      .Case([](math::AbsFOp) { return "fabs"; })
      .Case([](math::CeilOp) { return "ceil"; })
      .Case([](math::FloorOp) { return "floor"; })
      .Case([](math::TruncOp) { return "trunc"; })
      .Case([](math::RoundEvenOp) { return "rint"; })
      .Case([](math::CopySignOp) { return "copysign"; })
      .Default([](Operation *) { return ""; });
}

/// The infix sign of an operation on integers that wraps.
static StringRef getWrappingSign(Operation *op) {
  return llvm::TypeSwitch<Operation *, StringRef>(op)
      .Case([](arith::AddIOp) { return "+"; })
      .Case([](arith::SubIOp) { return "-"; })
      .Case([](arith::MulIOp) { return "*"; })
      .Case([](arith::ShLIOp) { return "<<"; })
      .Default([](Operation *) { return ""; });
}

std::string cuda::printWrapping(Type type, StringRef a, StringRef sign,
                                StringRef b) {
  // Short operands grow to 32 bits first; the lower bits come out the same.
  StringRef wide = type.isInteger(64) ? "(unsigned long long)" : "(unsigned)";
  return ("(" + registerType(type) + ")(" + wide + a + " " + sign + " " + wide +
          b + ")")
      .str();
}

/// The C library's name of a function that has no body of ours: f64 only, so
/// that f32 never depends on a library.
static StringRef getLibraryFunction(Operation *op) {
  if (op->getNumResults() != 1 || !op->getResult(0).getType().isF64())
    return "";
  return llvm::TypeSwitch<Operation *, StringRef>(op)
      .Case([](math::ExpOp) { return "exp"; })
      .Case([](math::Exp2Op) { return "exp2"; })
      .Case([](math::ExpM1Op) { return "expm1"; })
      .Case([](math::LogOp) { return "log"; })
      .Case([](math::Log2Op) { return "log2"; })
      .Case([](math::Log1pOp) { return "log1p"; })
      .Case([](math::TanhOp) { return "tanh"; })
      .Case([](math::ErfOp) { return "erf"; })
      .Case([](math::ErfcOp) { return "erfc"; })
      .Case([](math::SinOp) { return "sin"; })
      .Case([](math::CosOp) { return "cos"; })
      .Case([](math::PowFOp op) {
        // Whole exponents, as of the bias corrections of optimizers.
        return op.getRhs().getDefiningOp<arith::SIToFPOp>() ? "powi" : "pow";
      })
      .Default([](Operation *) { return ""; });
}

std::string cuda::printScalarOp(Operation *op, ArrayRef<std::string> operands) {
  if (StringRef simple = getSimpleOp(op); !simple.empty()) {
    if (!simple.starts_with("amp_"))
      return operands[0] + " " + simple.str() + " " + operands[1];
    return (simple + "(" + llvm::join(operands, ", ") + ")").str();
  }
  if (StringRef sign = getWrappingSign(op); !sign.empty())
    return printWrapping(op->getResult(0).getType(), operands[0], sign,
                         operands[1]);
  if (StringRef function = getExactFunction(op); !function.empty())
    return (function + (op->getResult(0).getType().isF32() ? "f(" : "(") +
            llvm::join(operands, ", ") + ")")
        .str();
  if (StringRef function = getLibraryFunction(op); !function.empty())
    return ("amp_" + function + "(" + llvm::join(operands, ", ") + ")").str();

  auto cast = [&] {
    return ("(" + registerType(op->getResult(0).getType()) + ")" + operands[0])
        .str();
  };
  auto castUnsigned = [&] {
    return ("(" + registerType(op->getResult(0).getType()) + ")amp_unsigned(" +
            operands[0] + ")")
        .str();
  };
  return llvm::TypeSwitch<Operation *, std::string>(op)
      .Case([&](arith::NegFOp) { return "-" + operands[0]; })
      .Case([&](math::RsqrtOp) {
        return "amp_divide(1.0, amp_sqrt(" + operands[0] + "))";
      })
      .Case([&](arith::SelectOp) {
        return operands[0] + " ? " + operands[1] + " : " + operands[2];
      })
      .Case([&](arith::CmpFOp op) {
        return printCompare(op.getPredicate(), operands[0], operands[1]);
      })
      .Case([&](arith::CmpIOp op) {
        return printCompare(op.getPredicate(), operands[0], operands[1]);
      })
      .Case<arith::ExtFOp, arith::TruncFOp>([&](auto op) {
        return printConversion(op.getIn().getType(), op.getOut().getType(),
                               operands[0]);
      })
      .Case([&](arith::BitcastOp op) {
        return printBitcast(op.getIn().getType(), op.getOut().getType(),
                            operands[0]);
      })
      .Case([&](arith::ExtSIOp op) {
        // A set bit is minus one when it is sign-extended.
        return op.getIn().getType().isInteger(1) ? "-" + cast() : cast();
      })
      .Case([&](arith::TruncIOp op) {
        return op.getOut().getType().isInteger(1)
                   ? "(" + operands[0] + " & 1) != 0"
                   : cast();
      })
      .Case<arith::SIToFPOp, arith::FPToSIOp>([&](auto) { return cast(); })
      .Case<arith::UIToFPOp, arith::ExtUIOp>(
          [&](auto) { return castUnsigned(); })
      .Default([](Operation *) { return std::string(); });
}
