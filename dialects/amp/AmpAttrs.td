// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Enumerations and attributes of the amp dialect: cast classes and rules,
// origins of casts, predicates, loss reductions, variable initialisers.

#ifndef AMP_ATTRS_TD
#define AMP_ATTRS_TD

include "amp/AmpDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

class Amp_EnumAttr<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::amp";
  let genSpecializedAttr = 0;
}

// The attribute of an enumeration, printed as #amp.name<value>.
class Amp_EnumAttrDef<EnumInfo info, string name> : EnumAttr<Amp_Dialect, info, name> {
  let assemblyFormat = "`<` $value `>`";
}

// P2 states what each class means.
def Amp_CastClass : Amp_EnumAttr<"CastClass", "cast class of an op", [
  I32EnumAttrCase<"Low", 0, "low">, I32EnumAttrCase<"Full", 1, "full">,
  I32EnumAttrCase<"FullOutput", 2, "full_output">,
  I32EnumAttrCase<"Promote", 3, "promote">,
  I32EnumAttrCase<"Inherit", 4, "inherit">,
  I32EnumAttrCase<"Banned", 5, "banned">,
  I32EnumAttrCase<"Follow", 6, "follow">,
  I32EnumAttrCase<"Clear", 7, "clear">]>;

def Amp_CastOrigin : Amp_EnumAttr<"CastOrigin", "who asked for a cast", [
  I32EnumAttrCase<"User", 0, "user">,
  I32EnumAttrCase<"Autocast", 1, "autocast">,
  I32EnumAttrCase<"Promotion", 2, "promotion">,
  I32EnumAttrCase<"Autodiff", 3, "autodiff">,
  I32EnumAttrCase<"Lowering", 4, "lowering">]>;
def Amp_CastOriginAttr : Amp_EnumAttrDef<Amp_CastOrigin, "origin">;

def Amp_Predicate : Amp_EnumAttr<"Predicate", "comparison predicate", [
  I32EnumAttrCase<"Eq", 0, "eq">, I32EnumAttrCase<"Ne", 1, "ne">,
  I32EnumAttrCase<"Lt", 2, "lt">, I32EnumAttrCase<"Le", 3, "le">,
  I32EnumAttrCase<"Gt", 4, "gt">, I32EnumAttrCase<"Ge", 5, "ge">]>;
def Amp_PredicateAttr : Amp_EnumAttrDef<Amp_Predicate, "predicate">;

def Amp_GeluKind : Amp_EnumAttr<"GeluKind", "formula of gelu", [
  I32EnumAttrCase<"Erf", 0, "erf">, I32EnumAttrCase<"Tanh", 1, "tanh">]>;
def Amp_GeluKindAttr : Amp_EnumAttrDef<Amp_GeluKind, "gelu">;

def Amp_LossReduction : Amp_EnumAttr<"LossReduction", "how a loss is reduced", [
  I32EnumAttrCase<"Mean", 0, "mean">, I32EnumAttrCase<"Sum", 1, "sum">,
  I32EnumAttrCase<"None", 2, "none">]>;
def Amp_LossReductionAttr : Amp_EnumAttrDef<Amp_LossReduction, "loss_reduction">;

def Amp_FusionForm : Amp_EnumAttr<"FusionForm", "region form of a fused region", [
  I32EnumAttrCase<"Elementwise", 0, "elementwise">,
  I32EnumAttrCase<"Row", 1, "row">, I32EnumAttrCase<"Column", 2, "column">]>;
def Amp_FusionFormAttr : Amp_EnumAttrDef<Amp_FusionForm, "form">;

def Amp_Mode : Amp_EnumAttr<"Mode", "training or evaluation", [
  I32EnumAttrCase<"Auto", 0, "auto">, I32EnumAttrCase<"Train", 1, "train">,
  I32EnumAttrCase<"Eval", 2, "eval">]>;
def Amp_ModeAttr : Amp_EnumAttrDef<Amp_Mode, "mode">;

class Amp_Attr<string name, string attrMnemonic> : AttrDef<Amp_Dialect, name> {
  let mnemonic = attrMnemonic;
  let cppNamespace = "::amp";
}

def Amp_RuleAttr : Amp_Attr<"Rule", "rule"> {
  let summary = "The class and low type under which autocast typed an op";
  let description = [{
    Stage 2 leaves this attribute, under the name `amp.rule`, on each op that it
    typed inside an enabled autocast region; the verifiers of stages 2 and 4 read
    it. Example: `#amp.rule<low, bf16>`.
  }];
  let parameters = (ins EnumParameter<Amp_CastClass>:$castClass, "::mlir::Type":$low);
  let assemblyFormat = "`<` $castClass `,` $low `>`";
}

def Amp_ZerosAttr : Amp_Attr<"Zeros", "zeros"> {
  let summary = "Initialise a variable with zeros";
}
def Amp_OnesAttr : Amp_Attr<"Ones", "ones"> {
  let summary = "Initialise a variable with ones";
}
def Amp_KaimingUniformAttr : Amp_Attr<"KaimingUniform", "kaiming_uniform"> {
  let summary = "Initialise a weight uniformly in +-sqrt(6 / fan_in)";
  let description = [{
    He et al. 2015 (arXiv:1502.01852) for ReLU networks; fan_in is the number of
    elements of one output unit's slice, that is of all dimensions but the first.
  }];
}
def Amp_UniformAttr : Amp_Attr<"Uniform", "uniform"> {
  let summary = "Initialise a variable uniformly in [low, high)";
  let description = "Example: `#amp.uniform<-0.1 : f64, 0.1 : f64>`.";
  let parameters = (ins "::mlir::FloatAttr":$low, "::mlir::FloatAttr":$high);
  let assemblyFormat = "`<` $low `,` $high `>`";
}

#endif // AMP_ATTRS_TD
